import { Code, ConnectError, createClient, type CallOptions, type Client as Stub, type Transport } from "@connectrpc/connect";
import { CompanionService } from "./v1.js";
import { type TableOptions } from "./state.js";
import { Table } from "./table.js";

/** The error of a failed call. */
export class ThirdseatError extends Error {
  constructor(
    /** The gRPC code, for example "UNAVAILABLE". */
    readonly code: string,
    /** The reason of the service, for example "STORE_UNAVAILABLE"; docs/generated/errors.md lists the reasons. */
    readonly reason = "",
    message = "",
    /** The wrong field, if there is one. */
    readonly field = "",
    /** The kind of retry: "later", "reread" (read the room first) or "never"; "later" if the service names none. */
    readonly retry = "later",
    /** The milliseconds to wait before the next call; undefined if the server gives no time. */
    readonly retryAfter?: number,
  ) {
    super(`${reason || code}: ${message}`);
    this.name = "ThirdseatError";
  }
}

function toError(error: unknown): ThirdseatError {
  const connectError = ConnectError.from(error);
  const code = connectError.code === Code.Canceled ? "CANCELLED" : Code[connectError.code].replace(/(?<=.)([A-Z])/g, "_$1").toUpperCase();
  const header = (name: string) => connectError.metadata.get(name) ?? undefined;
  const wait = header("grpc-retry-pushback-ms");
  return new ThirdseatError(
    code,
    header("thirdseat-reason"),
    connectError.rawMessage,
    header("thirdseat-field"),
    header("thirdseat-retry"),
    wait === undefined ? undefined : Math.max(0, Number(wait)),
  );
}

/** A client for all tables. The entry points `.` and `./web` each have a subclass that connects to an address. */
export class BaseClient {
  /** Connect's client of the service. It does not send the token. */
  readonly stub: Stub<typeof CompanionService>;

  constructor(
    transport: Transport,
    private readonly token?: string,
  ) {
    this.stub = createClient(CompanionService, transport);
  }

  /** Makes a table that this process owns. */
  table(name: string, options: TableOptions): Table {
    return new Table(this, name, options);
  }

  /** Makes a call of the stub, with a deadline in milliseconds. Throws `ThirdseatError`. */
  async call<T>(make: (stub: Stub<typeof CompanionService>, options: CallOptions) => Promise<T>, timeoutMs: number): Promise<T> {
    const headers: Record<string, string> = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    try {
      // The header of gRPC accepts only whole numbers.
      return await make(this.stub, { timeoutMs: Math.max(1, Math.floor(timeoutMs)), headers });
    } catch (error) {
      throw toError(error);
    }
  }
}
