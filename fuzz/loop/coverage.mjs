import { register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

/** Room for counters; Toolrack has some twenty thousand branches. */
const room = 1 << 17;
const map = new Uint8Array(room);
globalThis.__fuzz = map;
const { port1, port2 } = new MessageChannel();
register('./hooks.mjs', import.meta.url, { data: { port: port2 }, transferList: [port2] });
port1.unref();

let used = 0;
const literals = new Set();

function readNews() {
  for (let news = receiveMessageOnPort(port1); news !== undefined; news = receiveMessageOnPort(port1)) {
    used = news.message.counters;
    for (const word of news.message.words) literals.add(word);
  }
  if (used > room) throw new Error(`${used} branches need more room than ${room}`);
}

/** String literals of the modules loaded so far. */
export function words() {
  readNews();
  return [...literals];
}

/** How often a branch ran, as one of eight bits: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more. */
const bucketOf = new Uint8Array(256).map((_, times) => {
  if (times < 4) return times === 0 ? 0 : 1 << (times - 1);
  return times < 8 ? 8 : times < 16 ? 16 : times < 32 ? 32 : times < 128 ? 64 : 128;
});

/** What has been seen so far: branches, and how often they ran. */
export class Coverage {
  #seen = new Uint8Array(room);
  branches = 0;

  /** Forgets what ran; called before each input. */
  static reset() {
    map.fill(0);
  }

  /** Adds what ran since `reset`. Answers 2 for a new branch, 1 for a branch that ran another number of times, 0 for nothing new. */
  add() {
    readNews();
    const seen = this.#seen;
    let news = 0;
    for (let index = 0; index < used; index += 1) {
      if (map[index] === 0) continue;
      const bit = bucketOf[map[index]];
      if ((seen[index] & bit) !== 0) continue;
      if (seen[index] === 0) {
        this.branches += 1;
        news = 2;
      } else if (news === 0) news = 1;
      seen[index] |= bit;
    }
    return news;
  }

  /** Branches that ran since `reset` and were never seen. */
  missing() {
    readNews();
    const found = [];
    for (let index = 0; index < used; index += 1) if (map[index] !== 0 && this.#seen[index] === 0) found.push(index);
    return found;
  }
}
