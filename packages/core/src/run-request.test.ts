import type { RunRequest, SchemaValidator } from '@toolrack/contracts';
import { JsonSchemaValidator, createRunContext } from './index.js';

/** The validator of a runtime, which notes what it is asked to compile. */
class NotingValidator implements SchemaValidator {
  compiled = 0;
  private readonly inner = new JsonSchemaValidator();

  compile: SchemaValidator['compile'] = (schema) => {
    this.compiled += 1;
    return this.inner.compile(schema);
  };
}

const create = (request: unknown, validator: SchemaValidator = new JsonSchemaValidator()) =>
  createRunContext('run-1', request as RunRequest, new AbortController().signal, validator);

describe('createRunContext', () => {
  it('freezes a sound request without a validator, whose first schema may take long', () => {
    const validator = new NotingValidator();
    const model = { provider: 'p', id: 'm' };
    const request = { tenant: 't', contextWindow: 8000, model, directNames: ['a'], allow: [], host: { codeMode: true }, agent: undefined };
    const context = create(request, validator);
    expect(context).toMatchObject({ runId: 'run-1', scope: { tenant: 't' }, contextWindow: 8000, directNames: ['a'], allow: [] });
    expect(context.host).toEqual({ deferredDispatch: true, nativeToolSearch: false, codeMode: true });
    expect([context, context.scope, context.model, context.directNames, context.allow].every(Object.isFrozen)).toBe(true);
    expect(validator.compiled).toBe(0);
  });

  it.each([
    [{ tenant: '' }, '/tenant'],
    [{ contextWindow: 0 }, '/contextWindow'],
    [{ contextWindow: Number.NaN }, '/contextWindow'],
    [{ model: { provider: 'p' } }, '/model/id'],
    [{ directNames: ['a', 1] }, '/directNames/1'],
    [{ client: { tools: {}, call: 1 } }, '/client/tools'],
    [{ host: { codeMode: 'yes' } }, '/host/codeMode'],
    [{ user: 'x' }, '/user'],
  ])('refuses %j in the words of the validator', (request, path) => {
    const validator = new NotingValidator();
    expect(() => create(request, validator)).toThrow(
      expect.objectContaining({ code: 'ERR_RUN_REQUEST', message: expect.stringContaining(path) as string }),
    );
    expect(validator.compiled).toBe(1);
  });
});
