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
  readonly servers: Set<string>;
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

/** Gives names to the secrets of an import: the same value the same name, another value another one. Holds the values; never print it. */
export class VariableTable {
  private readonly rows = new Map<string, Row>();

  /** A name for a literal value: the wished one, or one with the server's name, or one with a number. */
  nameFor(wished: string, server: string, value: string, prefix: string): string {
    const candidates = [wished, wished.startsWith(prefix) ? `${wished}_2` : `${prefix}_${wished}`];
    for (let number = 2; ; number += 1) {
      const name = candidates.shift() ?? `${prefix}_${wished}_${number}`;
      const row = this.rows.get(name);
      if (row !== undefined && row.value !== value) continue;
      this.rows.set(name, { ...row, servers: new Set([...(row?.servers ?? []), server]), value, isNeeded: true });
      return name;
    }
  }

  /** Notes that a server refers to a variable. */
  refer(name: string, server: string, { isOptional, ...reference }: VariableReference = {}): void {
    const row = this.rows.get(name);
    this.rows.set(name, {
      ...reference,
      ...row,
      servers: new Set([...(row?.servers ?? []), server]),
      isNeeded: isOptional !== true || row?.isNeeded === true,
    });
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

  /** The values of literal secrets, for hiding them. */
  secrets(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.rows].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
  }

  /** What the gateway has to be given when it takes the place of the servers. */
  forGateway(): GatewayVariables {
    const given = [...this.rows].map(([name, row]) => [name, row.value ?? row.original] as const);
    return {
      environment: Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined)),
      passed: given.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  }
}
