import { throwingSchema } from '@toolrack/testkit';
import { fakeTool } from '../test-support/fake-view.js';
import { compactCandidate } from './compact-candidate.js';

const closed = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };

describe('compactCandidate', () => {
  it('has the fields of a trusted tool in their order [openclaw:12.3] [openclaw:1.1]', () => {
    const tool = fakeTool('openclaw:crm:find', {
      title: 'Find',
      description: 'Finds.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      outputSchema: closed,
    });
    expect(Object.entries(compactCandidate(tool))).toEqual([
      ['id', 'openclaw:crm:find'],
      ['source', 'openclaw'],
      ['sourceName', 'crm'],
      ['name', 'find'],
      ['label', 'Find'],
      ['description', 'Finds.'],
      ['input', '{ id: string }'],
      ['output', '{ ok: boolean }'],
    ]);
  });

  it('says where a tool of a server comes from [openclaw:case-91] [openclaw:1.1] [openclaw:1.3]', () => {
    const tool = fakeTool('mcp:remoteDemo:remote_echo', {
      source: { kind: 'mcp', owner: 'remoteDemo', label: 'Remote demo' },
    });
    expect(compactCandidate(tool)).toEqual({
      id: 'mcp:remoteDemo:remote_echo',
      source: 'mcp',
      sourceName: 'Remote demo',
      mcp: { serverName: 'Remote demo', safeServerName: 'remoteDemo', toolName: 'remote_echo', operation: 'tool' },
      name: 'remote_echo',
      description: '',
      input: 'unknown',
    });
  });

  it('never touches the schemas of an untrusted tool [openclaw:case-62] [openclaw:case-97] [openclaw:5.3]', () => {
    const input = throwingSchema();
    const output = throwingSchema();
    const tool = fakeTool('client:client:pick', { inputSchema: input.schema, outputSchema: output.schema });
    expect(compactCandidate(tool).input).toBe('unknown');
    expect([...input.touches, ...output.touches]).toEqual([]);
  });

  it('does not believe the output schema of an untrusted tool [openclaw:case-149] [openclaw:15.0]', () => {
    expect(compactCandidate(fakeTool('mcp:a:b', { outputSchema: closed }))).not.toHaveProperty('output');
  });

  it('is made once for a definition', () => {
    const tool = fakeTool('openclaw:a:b');
    expect(compactCandidate(tool)).toBe(compactCandidate(tool));
  });
});
