/** The model of a run as far as its host names it. */
export interface ModelReference {
  readonly provider: string;
  readonly id: string;
  readonly baseUrl?: string;
}

/** A model server that the host itself runs: the route of its models leads to this address. */
export interface LocalService {
  readonly provider: string;
  readonly baseUrl: string;
}

const hostedOllamaOrigin = 'https://ollama.com';

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A reference with one source suffix that says cloud: `name:cloud`, `name:120b-cloud`. */
function hasCloudSuffix(id: string): boolean {
  const parts = id.split(':');
  const tag = parts[1] ?? '';
  return parts.length === 2 && (tag === 'cloud' || tag.endsWith('-cloud'));
}

function withoutTrailingSlash(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}

/**
 * True when the provider asks for the small limits of local models. Ollama does unless the route is known to be hosted;
 * LM Studio always does; others only when the host manages a local service that the model's route leads to. Nothing is
 * guessed from the model's name or from a loopback address.
 */
export function prefersLocalLimits(model: ModelReference | undefined, services: readonly LocalService[] = []): boolean {
  if (model === undefined) return false;
  const provider = model.provider.trim().toLowerCase();
  if (provider === 'ollama-cloud') return false;
  if (provider === 'ollama') return !hasCloudSuffix(model.id) && originOf(model.baseUrl) !== hostedOllamaOrigin;
  if (provider === 'lmstudio' || provider === 'lm-studio') return true;
  const route = model.baseUrl;
  if (route === undefined) return false;
  return services.some(
    (service) =>
      service.provider.trim().toLowerCase() === provider && withoutTrailingSlash(service.baseUrl) === withoutTrailingSlash(route),
  );
}
