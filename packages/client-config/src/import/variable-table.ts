import { variableName } from './references.js';

/** A variable that an imported server needs. */
export interface NeededVariable {
  readonly name: string;
  /** Servers that need it. */
  readonly servers: readonly string[];
  /** What it is for, where the file says so. */
  readonly description?: string;
  /** True when the client's file holds the value, which is not copied; false when it only refers to it. */
  readonly wasLiteral: boolean;
}

/** A reference to a variable as a client's file has it. */
export interface VariableReference {
  readonly description?: string;
  /** The reference in the client's words, when it writes references into texts. */
  readonly original?: string;
  /** The server does without it. */
  readonly isOptional?: boolean;
}

interface Row {
  readonly servers: ReadonlySet<string>;
  /** The literal value that the client's file holds. */
  readonly value?: string;
  readonly original?: string;
  readonly description?: string;
  readonly isNeeded: boolean;
}

/** What a gateway in the place of the imported servers has to be given, in the words of the client's file. Holds secrets; never print it. */
export interface GatewayVariables {
  /** Variables with their values or references. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names that the client passes on from its own environment or store. */
  readonly passed: readonly string[];
}

/** What is known about names before an import. */
export interface KnownVariables {
  /** Names that stand for something else: no secret of this import may take one. */
  readonly reserved?: ReadonlySet<string>;
  /** Names whose value is known, because the gateway is given it already. Holds secrets. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Names of variables for the texts of one server. */
export interface VariableNames {
  /** A name for a literal value: the wished one, or one with the server's name, or one with a number. */
  nameFor(wished: string, value: string): string;
  /** Notes that the server refers to a variable; gives the name to refer to. */
  refer(name: string, reference?: VariableReference): string;
}

/**
 * Gives names to the secrets of an import: the same value the same name, another value another one, and never a name that stands for something
 * else already. Holds the values; never print it.
 */
export class VariableTable {
  private readonly rows = new Map<string, Row>();
  private readonly references = new Set<string>();

  constructor(private readonly known: KnownVariables = {}) {}

  /** Names for the texts of a server; `own` are those that its entry has from an import before, which it keeps. */
  forServer(server: string, own: ReadonlySet<string> = new Set()): VariableNames {
    return {
      nameFor: (wished, value) => this.take(this.choose(wished, variableName(server), value, own), server, { value }),
      refer: (name, { isOptional, ...reference } = {}) => {
        this.references.add(name);
        const { original } = reference;
        const other = this.known.given?.[name];
        // The gateway has another value under that name, so what the client's reference stands for needs a name of its own.
        const isTaken = other !== undefined && original !== undefined && other !== original;
        if (isTaken) return this.take(this.choose(name, variableName(server), original, own), server, { value: original });
        return this.take(name, server, reference, isOptional !== true);
      },
    };
  }

  /** A table with the same names, to try something on. */
  copy(): VariableTable {
    const copy = new VariableTable(this.known);
    for (const [name, row] of this.rows) copy.rows.set(name, row);
    return copy;
  }

  private take(name: string, server: string, row: Partial<Row>, isNeeded = true): string {
    const before = this.rows.get(name);
    const servers = new Set([...(before?.servers ?? []), server]);
    this.rows.set(name, {
      ...row,
      ...before,
      ...(row.value === undefined ? {} : { value: row.value }),
      servers,
      isNeeded: isNeeded || before?.isNeeded === true,
    });
    return name;
  }

  private choose(wished: string, prefix: string, value: string, own: ReadonlySet<string>): string {
    const candidate = (number: number): string => {
      if (number === 1) return wished;
      if (wished.startsWith(`${prefix}_`)) return `${wished}_${number}`;
      return number === 2 ? `${prefix}_${wished}` : `${prefix}_${wished}_${number - 1}`;
    };
    const isFree = (name: string): boolean => {
      const held = this.rows.get(name)?.value ?? this.known.given?.[name];
      if (held !== undefined) return held === value;
      return !this.rows.has(name);
    };
    // What an import before has called it stays its name.
    for (let number = 1; number <= own.size + 1; number += 1) {
      const name = candidate(number);
      if (own.has(name) && isFree(name)) return name;
    }
    for (let number = 1; ; number += 1) {
      const name = candidate(number);
      const isSameValue = this.rows.get(name)?.value === value || this.known.given?.[name] === value;
      if (isSameValue || (isFree(name) && this.known.reserved?.has(name) !== true)) return name;
    }
  }

  /** The variables that have to be set, sorted by name. No values. */
  needed(): NeededVariable[] {
    return [...this.rows]
      .filter(([, row]) => row.isNeeded)
      .map(([name, row]) => ({
        name,
        servers: [...row.servers],
        ...(row.description === undefined ? {} : { description: row.description }),
        wasLiteral: row.value !== undefined,
      }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** Names that texts refer to in the words of the client's file. */
  referred(): string[] {
    return [...this.references];
  }

  /** The values of literal secrets, for hiding them. */
  secrets(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.rows].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
  }

  /** What the gateway has to be given when it takes the place of the servers; what it is given already stays. */
  forGateway(): GatewayVariables {
    const rows = [...this.rows].map(([name, row]) => [name, row.value ?? row.original] as const);
    return {
      environment: Object.fromEntries(rows.filter((pair): pair is [string, string] => pair[1] !== undefined)),
      passed: rows.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  }
}
