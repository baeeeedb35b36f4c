import { getEventListeners, getMaxListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastCheck from 'fast-check';
import { AddressGuard } from './address-guard.js';
import { addressKind, blockedAddress, createGuardedFetch, type GuardedFetch, type GuardedFetchOptions, type Lookup } from './index.js';

let servers: Server[] = [];
let fetches: GuardedFetch[] = [];

afterEach(async () => {
  await Promise.all(fetches.map(async (each) => each.close()));
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  servers = [];
  fetches = [];
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
function guarded(options: GuardedFetchOptions = {}): GuardedFetch {
  const made = createGuardedFetch(options);
  fetches.push(made);
  return made;
}
/** What every name resolves to, in the order of questions; the last one stays. */
const resolving = (...answers: readonly string[]): Lookup => {
  const left = [...answers];
  return (_host, callback) => {
    const address = (left.length > 1 ? left.shift() : left[0]) ?? '';
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
};
async function refusal(promise: Promise<Response>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const blocked = blockedAddress(error);
  if (blocked === undefined) throw new Error(`not refused: ${String(error)}`);
  return blocked.message;
}

describe('the kind of an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['2606:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['169.254.169.254', 'link-local'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['100.100.100.200', 'link-local'],
    ['168.63.129.16', 'link-local'],
    ['fd00:ec2::254', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['0.1.2.3', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    ['2001:0:53aa:64c::', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['ff02::1', 'reserved'],
    ['64:ff9b:1::1', 'reserved'],
    ['fec0::1', 'reserved'],
    ['not an address', 'reserved'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it('of an IPv4 address is the same in every IPv6 spelling of it', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.ipV4(), (address) => {
        const kind = addressKind(address);
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const spellings = [`::ffff:${address}`, `::ffff:${hex}`, `0:0:0:0:0:ffff:${hex}`, `64:ff9b::${hex}`, `::ffff:0:${address}`];
        expect(spellings.map(addressKind)).toEqual(spellings.map(() => kind));
      }),
    );
  });
});

describe('a guarded fetch', () => {
  it.each([
    'http://127.0.0.1:8099/',
    'http://2130706433:8099/',
    'http://0177.0.0.1:8099/',
    'http://0x7f.1:8099/',
    'http://127.1:8099/',
    'http://[::1]:8099/',
    'http://[::ffff:7f00:1]:8099/',
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0:8099/',
    'http://10.0.0.1/',
    'http://localhost:8099/',
    'http://localhost.:8099/',
  ])('refuses %s when nobody allowed it', async (url) => {
    expect(await refusal(guarded()(url))).toMatch(/is refused: it (?:is|resolves to) /);
  });

  it('refuses other schemes', async () => {
    expect(await refusal(guarded()('file:///etc/passwd'))).toMatch(/not http or https/);
  });

  it('refuses a public name that resolves to a private address, even one that the operator configured', async () => {
    const port = await serve((_request, response) => response.end('inside'));
    const url = new URL(`http://mcp.example.com:${port}/`);
    const message = await refusal(guarded({ configured: url, lookup: resolving('127.0.0.1') })(url));
    expect(message).toMatch(/"mcp\.example\.com" is refused: it resolves to this machine \(127\.0\.0\.1\)/);
    const allowed = guarded({ configured: url, allowHosts: ['mcp.example.com'], lookup: resolving('127.0.0.1') });
    expect(await (await allowed(url)).text()).toBe('inside');
  });

  it.each([
    'http://10.0.0.1:8099/mcp',
    'http://167772161:8099/mcp',
    'http://0xa.1:8099/mcp',
    'http://012.0.0.1:8099/mcp',
    'http://192.168.1.5/',
    'http://[fd12:3456::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:a00:1]/',
  ])('refuses %s, a number of a private network, even where the operator configured it [issue5:5]', async (url) => {
    expect(await refusal(guarded({ configured: new URL(url) })(url))).toMatch(/is refused: it is a private network/);
  });

  it.each([['10.0.0.1'], ['10.0.0.0/8'], ['::ffff:10.0.0.1', 'http://[::ffff:10.0.0.1]:8099/']])(
    'lets a number of a private network pass that %s of allowHosts names',
    (rule, address = 'http://10.0.0.1:8099/') => {
      const url = new URL(address);
      const guard = new AddressGuard(url, [rule]);
      expect(() => guard.checkLiteral(url.hostname, url.port)).not.toThrow();
    },
  );

  it('reaches a host of the private network whose name public DNS does not have, on the configured port alone', () => {
    const guard = new AddressGuard(new URL('http://tools:8099/mcp'), []);
    expect(guard.refusal('tools', '8099', '10.0.0.1')).toBeUndefined();
    expect(guard.refusal('tools', '8100', '10.0.0.1')).toMatch(/it resolves to a private network/);
    expect(guard.refusal('other', '8099', '10.0.0.1')).toMatch(/it resolves to a private network/);
    expect(guard.refusal('tools', '8099', '169.254.169.254')).toMatch(/link-local/);
  });

  it('judges the address at the moment of connecting: a name that changes its address gains nothing', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { connection: 'close' }).end('ok');
    });
    const url = `http://rebind.example.com:${port}/`;
    // The second answer is the attack; the first one stands for an allowed address.
    const fetchTwice = guarded({ allowHosts: ['127.0.0.1'], lookup: resolving('127.0.0.1', '127.0.0.2') });
    expect(await (await fetchTwice(url)).text()).toBe('ok');
    expect(await refusal(fetchTwice(url))).toMatch(/127\.0\.0\.2/);
    expect(asked).toBe(1);
  });

  it('reaches what the operator wrote literally, on that port alone', async () => {
    const port = await serve((_request, response) => response.end('mine'));
    const other = await serve((_request, response) => response.end('not mine'));
    for (const host of ['127.0.0.1', 'localhost', 'box', 'box.internal', '2130706433']) {
      const configured = new URL(`http://${host}:${port}/`);
      const own = guarded({ configured, lookup: resolving('127.0.0.1') });
      expect(await (await own(configured)).text()).toBe('mine');
      expect(await refusal(own(`http://${host}:${other}/`))).toMatch(/this machine/);
    }
  });

  it.each(['http://169.254.169.254/', 'http://[fe80::1]/', 'http://metadata.google.internal/', 'http://100.100.100.200/'])(
    'refuses the metadata address %s even when it is configured',
    async (address) => {
      const configured = new URL(address);
      expect(await refusal(guarded({ configured, lookup: resolving('169.254.169.254') })(configured))).toMatch(/metadata address/);
    },
  );

  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['*.example.com'], ['one.example.com'], ['ONE.example.com.']])(
    'takes %s in allowHosts',
    async (rule) => {
      const port = await serve((_request, response) => response.end('ok'));
      const response = await guarded({ allowHosts: [rule], lookup: resolving('127.0.0.1') })(`http://one.example.com:${port}/`);
      expect(await response.text()).toBe('ok');
    },
  );

  it.each(['10.0.0.0/33', 'a b', 'http://x', '*', '::/129'])('names the entry %s of allowHosts that it cannot read', (rule) => {
    expect(() => createGuardedFetch({ allowHosts: [rule] })).toThrow(rule);
  });

  it('uses the public addresses of a name that has private ones as well, and no others', async () => {
    const lookup: Lookup = (_host, callback) =>
      callback(null, [
        { address: '127.0.0.2', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const port = await serve((request, response) => response.end(request.socket.localAddress));
    const response = await guarded({ allowHosts: ['127.0.0.1'], lookup })(`http://two.example.com:${port}/`);
    expect(await response.text()).toMatch(/127\.0\.0\.1$/);
  });
});

describe('the signal of a request', () => {
  it('keeps no listener when the answer was read, given up, refused or failed', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/drop') return void request.socket.destroy();
      response.end('x'.repeat(200_000));
    });
    const { signal } = new AbortController();
    const fetchIt = guarded({ allowHosts: ['127.0.0.1'] });
    const url = (path: string): string => `http://127.0.0.1:${port}${path}`;
    for (let round = 0; round < 20; round += 1) {
      await (await fetchIt(url('/'), { signal })).text();
      await (await fetchIt(url('/'), { signal })).body?.cancel();
      await fetchIt(url('/drop'), { signal }).catch(() => undefined);
      await fetchIt('http://10.0.0.1/', { signal }).catch(() => undefined);
    }
    expect([getMaxListeners(signal), getEventListeners(signal, 'abort')]).toEqual([Infinity, []]);
  });

  it('ends a request and the reading of its answer', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/stream') response.write('begun');
    });
    const fetchIt = guarded({ allowHosts: ['127.0.0.1'] });
    const first = new AbortController();
    const pending = fetchIt(`http://127.0.0.1:${port}/`, { signal: first.signal });
    first.abort(new Error('given up'));
    await expect(pending).rejects.toThrow('given up');
    const second = new AbortController();
    const response = await fetchIt(`http://127.0.0.1:${port}/stream`, { signal: second.signal });
    const text = response.text();
    second.abort(new Error('given up'));
    await expect(text).rejects.toThrow('given up');
  });
});

describe('a redirect', () => {
  const secrets = { authorization: 'Bearer TESTSECRET', cookie: 'a=TESTSECRET', 'x-api-key': 'TESTSECRET', accept: 'text/plain' };

  it('to a private address is refused', async () => {
    let asked = 0;
    const inside = await serve((_request, response) => {
      asked += 1;
      response.end('inside');
    });
    const port = await serve((_request, response) => response.writeHead(302, { location: `http://localhost:${inside}/` }).end());
    const configured = new URL(`http://127.0.0.1:${port}/`);
    expect(await refusal(guarded({ configured })(configured))).toMatch(/"localhost" is refused/);
    expect(asked).toBe(0);
  });

  it('to another origin takes no credentials along', async () => {
    let seen: unknown;
    const other = await serve((request, response) => {
      seen = request.headers;
      response.end('there');
    });
    const port = await serve((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${other}/` }).end());
    const response = await guarded({ allowHosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`, { headers: secrets });
    expect(await response.text()).toBe('there');
    expect(JSON.stringify(seen)).not.toMatch(/TESTSECRET/);
    expect(seen).toMatchObject({ accept: 'text/plain' });
  });

  it('of a request with a body to another origin is not followed', async () => {
    let asked = 0;
    const other = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const port = await serve((_request, response) => response.writeHead(status, { location: `http://127.0.0.1:${other}/` }).end());
      const init = { method: 'POST', body: 'client_secret=TESTSECRET' };
      await expect(guarded({ allowHosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`, init)).rejects.toThrow(/not followed/);
    }
    expect(asked).toBe(0);
  });

  it('inside an origin keeps method, body and headers at 307', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/') return void response.writeHead(307, { location: '/next' }).end();
      void request.toArray().then((chunks) => response.end(`${request.method} ${chunks.join('')} ${request.headers.authorization}`));
    });
    const init = { method: 'POST', body: 'text', headers: secrets };
    const response = await guarded({ allowHosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`, init);
    expect(await response.text()).toBe('POST text Bearer TESTSECRET');
  });

  it('without end is ended', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    await expect(guarded({ allowHosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`)).rejects.toThrow(/redirects more than 5 times/);
  });

  it('is left to the caller who asks for it', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: '/there' }).end());
    const response = await guarded({ allowHosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/there']);
  });
});
