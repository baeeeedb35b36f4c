import { testSurface } from '@toolrack/testkit';
import { hermesSurface } from '../test/surface.js';

for (const options of [{}, { localBatches: true }]) {
  testSurface({
    name: `surfaceHermes ${JSON.stringify(options)}`,
    create: () => hermesSurface(options),
    controls: {
      search: (text) => ({ name: 'tool_search', arguments: { queries: [text] } }),
      describe: (id) => ({ name: 'tool_describe', arguments: { names: [id] } }),
      call: (id, callArguments) => ({ name: 'tool_call', arguments: { calls: [{ name: id, arguments: callArguments }] } }),
    },
  });
}
