// A tool source as somebody outside this repository writes it: one import, one call, one plugin.
import { definePlugin, textContent, ToolrackError, ToolSources } from '@toolrack/contracts';

const forecast = {
  name: 'forecast',
  description: 'Weather forecast of a city for tomorrow.',
  inputSchema: { type: 'object', properties: { city: { type: 'string', minLength: 1 } }, required: ['city'] },
  annotations: { readOnlyHint: true },
};

export const weatherSource = definePlugin({
  name: '@example/weather-source',
  version: '1.0.0',
  api: '^1',
  optionsSchema: { type: 'object', properties: { cities: { type: 'object' } }, required: ['cities'], additionalProperties: false },
  apply(host, { cities }) {
    host.contribute(ToolSources, {
      kind: 'weather',
      owner: 'stations',
      trust: 'trusted', // a claim: it counts only where the deployment grants it
      list: async () => ({ tools: [forecast] }),
      async call({ name, arguments: { city }, signal }) {
        if (name !== forecast.name) throw new ToolrackError('ERR_TOOL_UNAVAILABLE', `There is no tool ${name}.`);
        if (signal.aborted) throw new ToolrackError('ERR_CALL_INTERRUPTED', 'The call was cancelled.');
        const weather = cities[city];
        if (weather === undefined) return { content: textContent(`No station in ${city}.`), isError: true };
        return { content: textContent(`Tomorrow in ${city}: ${weather}.`), details: { city, weather } };
      },
    });
  },
});
export default weatherSource;
