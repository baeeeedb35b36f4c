import type { JsonObject, Surface } from '@toolrack/contracts';
import { checkFunction, checkKeys, checkText } from './options.js';
import { resolveRunner, type SuiteRunner } from './runner.js';
import { registerSurfaceCalls } from './surface-call-cases.js';
import { registerSurfaceTools } from './surface-tool-cases.js';

/** A call of a control. */
export interface ControlCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** How a model uses the controls in this dialect. */
export interface SurfaceControls {
  readonly search?: (text: string) => ControlCall;
  readonly describe?: (id: string) => ControlCall;
  readonly call: (id: string, callArguments: JsonObject) => ControlCall;
}

/** What `testSurface` takes. */
export interface SurfaceSuiteOptions {
  /** Name of the `describe` block. */
  readonly name: string;
  /** Makes a fresh surface; called once a case. */
  readonly create: () => Surface | Promise<Surface>;
  readonly controls: SurfaceControls;
  readonly runner?: SuiteRunner;
}

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
