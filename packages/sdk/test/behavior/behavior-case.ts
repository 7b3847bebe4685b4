/** What a client does in a case. Options have the names of the TypeScript SDK; Python writes them with underscores. */
export interface BehaviorCall {
  /** The method, such as `company.get`, or `request`. */
  readonly do: string;
  /** Arguments before the fields of the request. */
  readonly args?: readonly (string | number)[];
  /** The fields of the request. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** How to read a list of pages. */
  readonly take?: 'all' | 'pages' | 'page' | 'first' | 'withResponse' | 'nothing';
  /** How many items to read. */
  readonly limit?: number;
  /** For `matchMany`: the number of items, how they are matched, and the length of their names. */
  readonly items?: number;
  readonly how?: Readonly<Record<string, unknown>>;
  readonly nameLength?: number;
  /** When the signal ends the call; 0: before it begins. */
  readonly abortAfterSeconds?: number;
}

/** How the fake service responds to one request. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of a JSON body. */
  readonly text?: string;
  /** The code of an error object. */
  readonly problem?: string;
  readonly param?: string;
  /** A `Retry-After` with the date in so many seconds. */
  readonly retryAfterDate?: number;
  readonly delaySeconds?: number;
  /** Closes the connection: before the response, or inside its body. */
  readonly cut?: 'before' | 'inside';
  /** Sends half of the body, and nothing more. */
  readonly stall?: boolean;
  /** A match for each item of the request. */
  readonly match?: boolean;
}

export interface ExpectedRequest {
  readonly method?: string;
  readonly path?: string;
  /** `null`: there is no such header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** The number of items in `companies`. */
  readonly items?: number;
}

export interface BehaviorCase {
  readonly name: string;
  /** Why a browser behaves otherwise. */
  readonly notInBrowser?: string;
  readonly client?: Readonly<Record<string, unknown>>;
  /** Another address than that of the fake service. */
  readonly url?: string;
  readonly cache?: boolean;
  /** The address ends with a slash. */
  readonly slash?: boolean;
  readonly calls: readonly BehaviorCall[];
  /** The responses to the requests in their order; the last one is repeated. */
  readonly responses: readonly FakeResponse[];
  readonly expect: {
    readonly outcomes: readonly Outcome[];
    readonly requests?: readonly ExpectedRequest[];
    /** The waits before retries, in seconds; two numbers are a range. */
    readonly waits?: readonly (number | readonly [number, number])[];
    readonly responses?: readonly object[];
    readonly mostAtOnce?: number;
    /** The same, of requests from this number on. */
    readonly later?: { readonly from: number; readonly mostAtOnce: number };
  };
}

/** How a call ended. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly aborted?: true;
  /** How many rows came before the end. */
  readonly rows?: number;
}

/** What a client reports about a case. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly waits: readonly number[];
  readonly responses: readonly object[];
}
