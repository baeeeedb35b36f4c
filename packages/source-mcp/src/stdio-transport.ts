import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { type JSONRPCMessage, ProtocolError, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import spawn from 'cross-spawn';
import { LineReader } from './line-reader.js';
import { MessageTooLargeError } from './network/oversized-message.js';
import { OutputTail } from './output-tail.js';
import { endProcess, forgetProcess, settlesWithin, signalGroup, trackProcess } from './process-group.js';
import type { ServerDefinition } from './server-options.js';
import { parseWireLine } from './wire-message.js';

/** How long output that is still in the pipes is waited for after a server exited, in milliseconds. */
const drainMs = 200;

/** How a server's process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * MCP over the standard input and output of a process that leads its own process group. Unlike the SDK's transport it ends
 * the whole group, keeps the tail of standard error, takes text on standard output for noise, and is never started twice for probing.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** The tail of what the server wrote to standard error. */
  readonly errorOutput = new OutputTail();
  /** The tail of what it wrote to standard output that is not MCP. */
  readonly noise = new OutputTail(2_048);
  /** Set when the process ended by itself. */
  exit?: ProcessExit;
  /** The SDK tells a stdio transport by the presence of `stderr` and `pid`. */
  readonly stderr = null;
  private child?: ChildProcess;
  private closing?: Promise<void>;
  private readonly inbox: JSONRPCMessage[] = [];
  private isDelivering = false;
  private isClosed = false;
  /** The process has exited and its group is swept: its number may belong to somebody else by now. */
  private isGone = false;

  constructor(
    private readonly endpoint: Extract<ServerDefinition['endpoint'], { type: 'stdio' }>,
    /** Longest message that is read, in bytes. */
    private readonly mostBytes: number,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Starts the process. Rejects when it cannot be started. */
  async start(): Promise<void> {
    if (this.child !== undefined) throw new Error('already started');
    const { command, args, env, cwd } = this.endpoint;
    if (cwd !== undefined && !isDirectory(cwd)) throw new WorkingDirectoryError();
    const child = spawn(command, [...args], {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.child = child;
    trackProcess(child);
    this.attach(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        forgetProcess(child);
        reject(error);
      });
    });
  }

  /** Gives the news of an exit a moment to arrive when an error suggests one. */
  async settle(error: unknown): Promise<void> {
    const isBroken = error instanceof SdkError ? error.code === SdkErrorCode.ConnectionClosed : !(error instanceof ProtocolError);
    const { child } = this;
    if (!isBroken || child === undefined || child.pid === undefined || this.exit !== undefined) return;
    await settlesWithin(new Promise((resolve) => child.once('exit', resolve)), drainMs * 2);
  }

  /** Writes one message. Rejects when the server no longer reads. */
  send(message: JSONRPCMessage): Promise<void> {
    const input = this.child?.stdin;
    if (input === undefined || input === null || this.isClosed || !input.writable) {
      return Promise.reject(new NotSentError('Not connected'));
    }
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the process and its group, within about two seconds. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.reportClosed();
    if (this.child !== undefined && !this.isGone) await endProcess(this.child);
  }

  private attach(child: ChildProcess): void {
    const reader = new LineReader(
      (line) => this.receive(line),
      this.mostBytes,
      (dropped) => {
        this.onerror?.(new MessageTooLargeError(this.mostBytes));
        this.receive(dropped.answer(this.mostBytes) ?? '');
      },
    );
    child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.errorOutput.append(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on('error', (error) => this.onerror?.(error));
    }
    child.on('error', (error) => this.onerror?.(error));
    child.once('exit', (code, signal) => {
      this.exit = { code, signal };
      const timer = setTimeout(() => this.ended(child, reader), drainMs);
      child.once('close', () => {
        clearTimeout(timer);
        this.ended(child, reader);
      });
    });
  }

  private ended(child: ChildProcess, reader: LineReader): void {
    if (this.isGone) return;
    this.isGone = true;
    reader.end();
    // What the server started and left behind may hold the pipes or a port; the server itself is gone.
    signalGroup(child, 'SIGKILL');
    forgetProcess(child);
    this.reportClosed();
  }

  private receive(line: string): void {
    if (line.trim() === '') return;
    const messages = parseWireLine(line);
    if (messages === undefined) this.noise.append(`${line}\n`);
    else this.inbox.push(...messages);
    if (!this.isDelivering) void this.deliver();
  }

  /** The SDK handles notifications a moment later than answers: a progress report just before its answer would be lost. */
  private async deliver(): Promise<void> {
    this.isDelivering = true;
    for (let message = this.inbox.shift(); message !== undefined; message = this.inbox.shift()) {
      this.onmessage?.(message);
      if ('method' in message && !('id' in message)) await Promise.resolve();
    }
    this.isDelivering = false;
  }

  private reportClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onclose?.();
  }
}

/** Nothing of a message was written: the server no longer reads. */
export class NotSentError extends Error {}

/** The configured working directory does not exist; `spawn` would blame the program. */
export class WorkingDirectoryError extends Error {}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
