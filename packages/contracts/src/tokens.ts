import type { Directory } from './directory.js';
import type { Ranker } from './ranker.js';
import type { RunContext } from './run.js';
import type { ToolSource } from './source.js';
import type { Surface } from './surface.js';
import type { ToolDescriptor } from './tool.js';
import type { SchemaValidator } from './validation.js';

/** Asks every `policy` tap, as a call does. */
export interface PolicyView {
  isAllowed(tool: ToolDescriptor, run: RunContext): boolean;
}

declare const valueType: unique symbol;

/** Names a service with exactly one provider. Equal ids are the same token, also across copies of this package. */
export interface ServiceToken<Value> {
  readonly type: 'service';
  /** `<owner>.<camelCase>`; third parties use their package name as owner. */
  readonly id: string;
  readonly [valueType]?: Value;
}

/** Names an ordered list that many plugins contribute to. */
export interface ExtensionPoint<Value> {
  readonly type: 'extension';
  readonly id: string;
  readonly [valueType]?: Value;
}

/** Makes a service token. */
export function serviceToken<Value>(id: string): ServiceToken<Value> {
  return Object.freeze({ type: 'service', id });
}

/** Makes an extension point. */
export function extensionPoint<Value>(id: string): ExtensionPoint<Value> {
  return Object.freeze({ type: 'extension', id });
}

/** Required: ranks tools. */
export const RankerService = serviceToken<Ranker>('kernel.ranker');
/** Required: draws the directory. */
export const DirectoryService = serviceToken<Directory>('kernel.directory');
/** Required: the control tools. */
export const SurfaceService = serviceToken<Surface>('kernel.surface');
/** The kernel's own unless a plugin provides another. */
export const ValidatorService = serviceToken<SchemaValidator>('kernel.validator');
/** The runtime's own: whether the policy allows a tool in a run at this moment, for what was fetched with it before. */
export const PolicyService = serviceToken<PolicyView>('kernel.policy');
/** Tool sources that every run starts from. */
export const ToolSources = extensionPoint<ToolSource>('kernel.toolSources');
