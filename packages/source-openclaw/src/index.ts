export { openclawSource, openclawSource as default } from './openclaw-source.js';
export { type OpenclawModuleOptions, type OpenclawSourceOptions } from './options.js';
export { type OpenclawTool, type OpenclawToolContext, type OpenclawToolResult } from './openclaw-shapes.js';
