/** Inversify identifiers of what is no class of the kernel's; classes are their own identifiers. */
export const tokens = Object.freeze({
  container: Symbol.for('toolrack.container'),
  options: Symbol.for('toolrack.options'),
  limits: Symbol.for('toolrack.limits'),
  logger: Symbol.for('toolrack.logger'),
});
