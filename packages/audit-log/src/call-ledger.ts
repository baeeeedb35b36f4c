import { boundedValue, Redactor, secretValues, type CallView, type JsonValue } from '@toolrack/contracts';

/** Most of a text that is looked at and kept, in characters; redacted before it is cut, so that no cut leaves half of a secret. */
const mostRead = 16_384;
const mostKept = 1024;

/** What is known of a call on its way. */
interface OpenCall {
  digest: string;
  secrets: readonly string[];
}

/** Remembers of each running call what its events do not tell, and removes its secrets from what is written about it. */
export class CallLedger {
  private readonly open = new Map<string, OpenCall>();
  private readonly redactor: Redactor;

  constructor(redactKeys: readonly string[], secrets: readonly string[]) {
    this.redactor = new Redactor({ keys: redactKeys, values: secrets });
  }

  /** Arguments as they are now; secrets that a rewrite took out are still secrets. */
  see(call: CallView): void {
    const key = keyOf(call.run.runId, call.callId);
    const before = this.open.get(key)?.secrets ?? [];
    this.open.set(key, { digest: call.tool.digest, secrets: [...new Set([...before, ...secretValues(call.arguments, this.redactor)])] });
  }

  digest(runId: string, callId: string): string | undefined {
    return this.open.get(keyOf(runId, callId))?.digest;
  }

  /** A text about a call, at most 1,024 characters, without its secrets. */
  text(runId: string, callId: string, text: string): string {
    return this.redactorFor(keyOf(runId, callId)).text(text.slice(0, mostRead)).slice(0, mostKept);
  }

  /** A text about no call in particular. */
  plain(text: string): string {
    return this.redactor.text(text.slice(0, mostRead)).slice(0, mostKept);
  }

  arguments(call: CallView, maxBytes: number): JsonValue {
    return boundedValue(call.arguments, maxBytes, this.redactorFor(keyOf(call.run.runId, call.callId)));
  }

  forget(runId: string, callId: string): void {
    this.open.delete(keyOf(runId, callId));
  }

  forgetRun(runId: string): void {
    for (const key of this.open.keys()) if (key.startsWith(`${runId}\u0000`)) this.open.delete(key);
  }

  private redactorFor(key: string): Redactor {
    return this.redactor.with(this.open.get(key)?.secrets ?? []);
  }
}

function keyOf(runId: string, callId: string): string {
  return `${runId}\u0000${callId}`;
}
