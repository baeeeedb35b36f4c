import type { JsonObject, JsonValue } from '@toolrack/contracts';

import type { ClientHost } from './client-host.js';
import type { DocumentFormat, KeyPath } from './formats/document-format.js';
import type { ReferenceSyntax } from './import/references.js';

/** A file of a client: of this project, or of this user everywhere. */
export interface ClientFile {
  readonly path: string;
  readonly scope: 'project' | 'user';
}

/** Where servers stand in a file. */
export interface ServerContainer {
  /** Path of the object (name to entry) or list (entries with a name). */
  readonly path: KeyPath;
  /** A list of entries with a name, where there is nothing yet. */
  readonly isList?: boolean;
  /** The folder that these servers belong to, when it is not that of the file. */
  readonly folder?: string;
}

/** What the keys of a server's entry mean. Keys that are not named here are kept as they are. */
export interface EntryShape {
  /** Key of the program (`command`). */
  readonly command?: string;
  /** Key of the environment (`env`). */
  readonly env?: string;
  /** Keys of the address, the first present counts; with a transport where the key says it. */
  readonly url?: readonly (readonly [key: string, type?: 'http' | 'sse'])[];
  /** Path of the HTTP headers (`headers`). */
  readonly headers?: KeyPath;
  /** Keys of times, in milliseconds or seconds, and the one of Toolrack that they become. */
  readonly times?: readonly { readonly key: string; readonly unit: 'ms' | 's'; readonly becomes: 'timeoutMs' | 'startTimeoutMs' }[];
  /** Key of the list of the only tools that there are. */
  readonly enabledTools?: string;
  /** Key of the list of tools that are left out. */
  readonly disabledTools?: string;
  /** Keys that say nothing to Toolrack and nothing to a person. */
  readonly ignored?: readonly string[];
}

/** What the rest of a file says about one of its servers. */
export interface ServerExtras {
  readonly disabled?: boolean;
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
  /** Tools that are asked about; `*` for all but `freeTools`. */
  readonly askTools?: readonly string[];
  readonly freeTools?: readonly string[];
  /** Variables that the client passes on from its own environment, or keeps in its own store. */
  readonly passedVariables?: readonly { readonly name: string; readonly required: boolean }[];
  /** Headers whose value is a variable, with the words in front of it. */
  readonly headerVariables?: Readonly<Record<string, { readonly variable: string; readonly prefix?: string }>>;
  /** Keys of the entry that this has dealt with. */
  readonly used?: readonly string[];
  /** Keys that this has dealt with when the entry is a program, and when it is an address; elsewhere they say nothing. */
  readonly usedBy?: { readonly program?: readonly string[]; readonly address?: readonly string[] };
  /** Keys that this has dealt with in part, with what is left of them. */
  readonly left?: Readonly<Record<string, JsonValue>>;
  /** What a person has to know of this. */
  readonly notes?: readonly string[];
}

/** Where an entry stands, and what other files of the client say. */
export interface EntryPlace {
  readonly host: ClientHost;
  /** The file that it stands in. */
  readonly file: string;
  readonly container: ServerContainer;
  /** What the client's other files hold, by their path; see `ClientDialect.companions`. */
  readonly companions: Readonly<Record<string, JsonObject>>;
}

/** How the gateway is started or reached, in no client's words. */
export interface GatewayAddress {
  readonly stdio?: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    /** Variables that the client is to pass on from its own environment or store, where it can. */
    readonly passed?: readonly string[];
  };
  readonly http?: { readonly url: string; readonly tokenVariable?: string };
}

/** What `connect` writes into a client's file. */
export interface ConnectForm {
  /** Files to write to, by scope; the first is the default. */
  readonly scopes: readonly ClientFile['scope'][];
  /** Which of the files are written to, when not all are. */
  readonly file?: RegExp;
  /** Where the entry goes in a file with this value. */
  container(value: JsonObject): ServerContainer;
  /** The entry. `undefined` when the client cannot do this form. */
  entry(name: string, gateway: GatewayAddress): JsonObject | undefined;
  /** Other settings that the entry needs, put where there are none yet. */
  extras?(value: JsonObject, gateway: GatewayAddress): readonly { readonly path: KeyPath; readonly value: JsonValue }[];
  /** What the person does next. */
  readonly next: string;
}

/** One MCP client: where its files are, what they mean, how the gateway is written into them. */
export interface ClientDialect {
  /** The word on the command line, for example `vs-code`. */
  readonly id: string;
  readonly title: string;
  /** Where the facts about the format come from. */
  readonly sources: readonly string[];
  readonly format: DocumentFormat;
  files(host: ClientHost): readonly ClientFile[];
  /** Whether a path, with `/` between its parts, is that of one of the client's files. */
  readonly path: RegExp;
  /** Whether a file of an unknown name is probably this client's. */
  recognises(value: JsonObject): boolean;
  containers(value: JsonObject, host: ClientHost): readonly ServerContainer[];
  readonly shape: EntryShape;
  readonly references: ReferenceSyntax;
  extras?(name: string, entry: JsonObject, value: JsonObject, place?: EntryPlace): ServerExtras;
  /** Paths of other files that say something about the servers of `file`, for example which of them are switched off. */
  companions?(file: string, host: ClientHost): readonly string[];
  readonly connect: ConnectForm;
}
