import { checkFunction, checkKeys, checkText } from './options.js';
import { resolveRunner } from './runner.js';
import { registerSurfaceCalls } from './surface-call-cases.js';
import { registerSurfaceTools } from './surface-tool-cases.js';
import type { SurfaceSuiteOptions } from './surface-suite.js';

/** Registers the contract suite of a surface: names, schemas, answers, refusals and trust, each as cases of their own. */
export function testSurface(options: SurfaceSuiteOptions): void {
  checkKeys('The options of testSurface', options, { required: ['name', 'create', 'controls'], optional: ['runner'] });
  checkText('name', options.name);
  checkFunction('create', options.create);
  checkKeys('controls', options.controls, { required: ['call'], optional: ['search', 'describe'] });
  for (const [key, control] of Object.entries(options.controls)) {
    if (control !== undefined) checkFunction(`controls.${key}`, control);
  }
  const { describe, it } = resolveRunner(options.runner);
  describe(`${options.name} keeps the contract of a surface`, () => {
    registerSurfaceTools(it, options);
    registerSurfaceCalls(it, options);
  });
}
