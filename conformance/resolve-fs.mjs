// Gives the suite, and nothing else, the `fs` beside this file.
export async function resolve(specifier, context, next) {
  const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/') === true;
  if (specifier !== 'fs' || !isSuite) return next(specifier, context);
  return { url: new URL('fs-of-node-20.mjs', import.meta.url).href, shortCircuit: true };
}
