import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { type RenderedType } from './rendered-type.js';
import { propertyNameLimit, type SignatureLimits } from './signature-limits.js';

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const braces = '{  }'.length;
const more = '; ...';

/** Writes a property's schema. */
export type RenderProperty = (schema: unknown) => RenderedType;

interface ObjectShape {
  /** Names to write, required ones first, each group in code-unit order. */
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly properties: JsonObject;
  /** The text cannot say everything, whatever fits. */
  readonly isPartial: boolean;
}

function readShape(schema: JsonObject, limits: SignatureLimits): ObjectShape {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const declared: unknown = schema['required'];
  const requiredNames = Array.isArray(declared) ? declared.filter((name) => typeof name === 'string') : [];
  const required = new Set<string>(requiredNames.slice(0, limits.properties));
  const all = Object.keys(properties);
  const writable = all.filter((name) => name.length <= propertyNameLimit);
  const names = [
    ...writable.filter((name) => required.has(name)).sort(limits.order),
    ...writable.filter((name) => !required.has(name)).sort(limits.order),
  ].slice(0, limits.properties);
  const additional = schema['additionalProperties'];
  return {
    names,
    required,
    properties,
    isPartial:
      names.length < all.length ||
      requiredNames.length > limits.properties ||
      requiredNames.some((name) => !Object.hasOwn(properties, name)) ||
      additional === true ||
      isJsonObject(additional),
  };
}

/** Cuts properties from the end until the mark for "and more" fits beside the rest. */
function closeBody(parts: readonly string[], isPartial: boolean, limits: SignatureLimits): string {
  if (!isPartial) return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`;
  for (let count = parts.length; count > 0; count -= 1) {
    const body = parts.slice(0, count).join('; ');
    if (!limits.makesRoom || body.length + more.length + braces <= limits.characters) return `{ ${body}${more} }`;
  }
  return '{ ... }';
}

/**
 * Writes an object schema as `{ a: T; b?: T }`. What does not fit is left out and marked by `...`, which may pass the limit of a body that nearly
 * fills it; with `makesRoom` the last properties give way instead.
 */
export function objectType(schema: JsonObject, limits: SignatureLimits, render: RenderProperty): RenderedType {
  const shape = readShape(schema, limits);
  const isClosed = schema['additionalProperties'] === false;
  const parts: string[] = [];
  let isPartial = shape.isPartial || (!isClosed && !isJsonObject(schema['properties']));
  let length = 0;
  let isComplete = isClosed && !isPartial;
  for (const name of shape.names) {
    const type = render(shape.properties[name]);
    const key = identifier.test(name) ? name : JSON.stringify(name);
    const part = `${key}${shape.required.has(name) ? '' : '?'}: ${type.text}`;
    const next = length + (parts.length === 0 ? 0 : '; '.length) + part.length;
    if (next + braces > limits.characters) {
      isPartial = true;
      isComplete = false;
      break;
    }
    if (!type.complete) isComplete = false;
    length = next;
    parts.push(part);
  }
  return { text: closeBody(parts, isPartial, limits), complete: isComplete };
}
