import type { JsonObject, Surface } from '@toolrack/contracts';
import type { SuiteRunner } from './runner.js';

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
