// Loader hooks: take one part out of the ranker by replacing a piece of a built file. Throws when the piece is not there exactly once.
let cut;

export function initialize(data) {
  cut = data;
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith(`/ranker-lexical/dist/${cut.file}`)) return loaded;
  const parts = loaded.source.toString().split(cut.find);
  if (parts.length !== 2) throw new Error(`"${cut.find}" is ${parts.length - 1} times in ${cut.file}; once was expected`);
  return { ...loaded, source: parts.join(cut.replace) };
}
