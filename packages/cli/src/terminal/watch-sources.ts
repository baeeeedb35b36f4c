import type { Runtime } from '@toolrack/contracts';

import type { Terminal } from './terminal.js';

/** How often the line is drawn again, so that the seconds move. */
const drawMs = 250;

/** Shows on one line how many sources have started and which are awaited, until the returned function is called. */
export function watchSources(runtime: Runtime, terminal: Terminal): () => void {
  const began = Date.now();
  const draw = (): void => {
    const sources = runtime.sources();
    const awaited = sources.filter((source) => source.state === 'starting' || source.state === 'configured');
    if (awaited.length === 0) return terminal.progress('');
    const names = awaited.map((source) => source.label ?? source.owner).join(', ');
    const seconds = Math.round((Date.now() - began) / 1000);
    terminal.progress(`Starting sources: ${sources.length - awaited.length} of ${sources.length}, ${seconds} s, waiting for ${names}`);
  };
  const timer = setInterval(draw, drawMs);
  const stopListening = runtime.events.onAny((event) => {
    if (event.name === 'source:listed' || event.name === 'source:failed') draw();
  });
  return () => {
    clearInterval(timer);
    stopListening();
    terminal.progress('');
  };
}
