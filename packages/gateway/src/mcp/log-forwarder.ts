import { isSpecType, type ServerContext } from '@modelcontextprotocol/server';
import { jsonForModel, type JsonObject } from '@toolrack/contracts';
import { Thinner } from '../util/thinner.js';

/** Passes log messages of tools on to the client that called them, as far as its own log level lets them through; thinned out. */
export function logForwarder(context: ServerContext): (message: JsonObject) => void {
  const thinner = new Thinner();
  return (message) => {
    const { level } = message;
    if (!isSpecType.LoggingLevel(level) || !thinner.take()) return;
    const { data, logger } = jsonForModel(message);
    const name = typeof logger === 'string' ? logger : undefined;
    // A client that has gone reads no logs.
    context.mcpReq.log(level, data, name).catch(() => undefined);
  };
}
