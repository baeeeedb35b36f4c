import fc from 'fast-check';

import { argumentSpans } from './argument-spans.js';
import { replaceSpans } from './secret-span.js';
import { secretSpans } from './secret-spans.js';

const hide = (name: string, text: string): string => replaceSpans(text, secretSpans(name, text), () => '…');
const hideArguments = (command: string, texts: readonly string[]): string[] => {
  const spans = argumentSpans(command, texts);
  return texts.map((text, index) => replaceSpans(text, spans[index] ?? [], () => '…'));
};

describe('secretSpans', () => {
  it.each([
    // Headers and schemes.
    ['', 'Authorization: Bearer abc', 'Authorization: Bearer …'],
    ['', 'X-Api-Key:abc', 'X-Api-Key:…'],
    ['AUTH', 'Bearer abc', 'Bearer …'],
    ['', 'Cookie: sid=1a2b3c', 'Cookie: …'],
    // JSON, also inside a text in JSON, and pieces of it.
    ['', '{"apiKey":"abc","region":"eu"}', '{"apiKey":"…","region":"eu"}'],
    [
      'HEADERS',
      '{"Authorization": "Bearer ntn1", "Notion-Version": "2022-06-28"}',
      '{"Authorization": "Bearer …", "Notion-Version": "2022-06-28"}',
    ],
    ['', '"{\\"apiKey\\":\\"a\\\\\\"b\\",\\"x\\":1}"', '"{\\"apiKey\\":\\"…\\",\\"x\\":1}"'],
    ['', '{"config":"{\\"token\\":\\"abc\\"}"}', '{"config":"{\\"token\\":\\"…\\"}"}'],
    ['', "{'password': 'a b'}", "{'password': '…'}"],
    ['', '{"pin": 123456, "port": 123456}', '{"pin": …, "port": 123456}'],
    ['', '{"tokens": ["a1", "b2"]}', '{"tokens": ["…", "…"]}'],
    [
      '',
      '[{"name":"Authorization","value":"Bearer q"},{"name":"Accept","value":"a"}]',
      '[{"name":"Authorization","value":"Bearer …"},{"name":"Accept","value":"a"}]',
    ],
    ['', '{"url":"https://a:b@c.example/x","n":true}', '{"url":"https://a:…@c.example/x","n":true}'],
    // Assignments: connection strings, commands.
    ['', 'KEY=VALUE', 'KEY=…'],
    ['', 'Server=db;User Id=ada;Password=hunter2;', 'Server=db;User Id=ada;Password=…;'],
    ['', 'export API_TOKEN=abc && exec foo --password "x y" --port 80', 'export API_TOKEN=… && exec foo --password "…" --port 80'],
    ['', "FOO_SECRET='a b' run", "FOO_SECRET='…' run"],
    ['', 'mysql -p hunter2 -h db', 'mysql -p … -h db'],
    ['', 'curl https://u:p4ss@h.example/x', 'curl https://u:…@h.example/x'],
    ['', 'send ghp_0123456789abcdef0123 there', 'send … there'],
    // Addresses.
    ['', 'https://ghp_0123456789abcdef0123@github.com/a/b', 'https://…@github.com/a/b'],
    ['', 'https://0f9a8b7c6d5e4f3a2b1c.tunnel.example/mcp#access_token=q', 'https://….tunnel.example/mcp#access_token=…'],
    ['', 'redis://:pw@h/0', 'redis://:…@h/0'],
    // No secrets.
    ['PASSWORD_FILE', '/run/secrets/db', undefined],
    ['SECRET_NAME', 'prod/db', undefined],
    ['PRIVATE_KEY', './keys/id.pem', undefined],
    ['MAX_TOKENS', '100000', undefined],
    ['AUTH_TYPE', 'oauth', undefined],
    ['', '{"type":"object","properties":{"token":{"type":"string"}}}', undefined],
    ['', 'node --max-old-space-size=4096 build/index.js', undefined],
    ['', 'C:\\Program Files\\node\\node.exe', undefined],
    ['', 'sh -c "cd /srv/app && exec node server.js --port 8080"', undefined],
  ])('under %j of %j leaves %j', (name, text, expected) => {
    expect(hide(name, text)).toBe(expected ?? text);
  });

  it('gives sorted spans inside the text that do not overlap, whatever the text', () => {
    const piece = fc.constantFrom(
      '"',
      '\\"',
      "'",
      ':',
      '=',
      ' ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '--key',
      '-p',
      'token',
      'abc1',
      'https://',
      'a:b@',
      '/',
      '?',
      '&',
      '\n',
      '\\',
      'Bearer ',
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'TOKEN', 'x'), fc.array(piece, { maxLength: 30 }), (name, pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const { start, end } of secretSpans(name, text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('argumentSpans', () => {
  it.each([
    ['foo', ['--api-key', 'abc', '--port', '8080'], ['--api-key', '…', '--port', '8080']],
    ['foo', ['--apiKey=abc', '--auth.token', 'x1'], ['--apiKey=…', '--auth.token', '…']],
    ['foo', ['-p', 'hunter2'], ['-p', '…']],
    ['mysql-mcp', ['-u', 'root', '-pS3cret!'], ['-u', 'root', '-p…']],
    ['foo', ['-psecret'], ['-p…']],
    ['foo', ['-k', 'a1b2c3d4', '-t', 'stdio', '-s', 'server'], ['-k', '…', '-t', 'stdio', '-s', 'server']],
    ['foo', ['-u', 'ada:pw', '--user=ada:pw'], ['-u', 'ada:…', '--user=ada:…']],
    ['npx', ['-y', 'pkg', '-p', 'hunter2'], ['-y', 'pkg', '-p', '…']],
    [
      'docker',
      ['run', '-i', '-e', 'API_KEY=abc', '--env=DB_PASS=x', '-eTOKEN=y', '--env', 'REGION=eu', 'mcp/x'],
      ['run', '-i', '-e', 'API_KEY=…', '--env=DB_PASS=…', '-eTOKEN=…', '--env', 'REGION=eu', 'mcp/x'],
    ],
    [
      'npx',
      ['mcp-remote', 'https://x.example/mcp', '--header', 'Authorization: Bearer abc'],
      ['mcp-remote', 'https://x.example/mcp', '--header', 'Authorization: Bearer …'],
    ],
    ['foo', ['--header=X-Api-Key: abc', '-H', 'Authorization:abc'], ['--header=X-Api-Key: …', '-H', 'Authorization:…']],
    ['smithery', ['run', 'x', '--config', '{"apiKey":"abc"}', '--key', 'k1'], ['run', 'x', '--config', '{"apiKey":"…"}', '--key', '…']],
    ['sh', ['-c', 'API_KEY=abc exec foo -p hunter2'], ['-c', 'API_KEY=… exec foo -p …']],
    // What looks like one and is none.
    ['foo', ['-p', '8080', '-port', '80', '-profile', 'dev', '-p', './data'], undefined],
    ['docker', ['run', '-it', '-p', '8080:80', '-u', '1000:1000', '-t', 'ubuntu22'], undefined],
    ['npx', ['-y', '-p', '@scope/tools', 'tool'], undefined],
    ['node', ['-p', '1+1'], undefined],
    ['foo', ['--token', '--verbose'], undefined],
    ['ssh', ['-p', '2222', 'host'], undefined],
  ])('of %s %j leaves %j', (command, args, expected) => {
    expect(hideArguments(command, args)).toEqual(expected ?? args);
  });
});
