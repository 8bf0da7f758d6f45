// JSON-RPC errors.

export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const PARSE = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL = -32603;
export const RESOURCE_NOT_FOUND = -32002;
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

/** Returns the `error` member of a response. */
export function errorMember(error) {
  if (!(error instanceof RpcError)) return { code: INTERNAL, message: String(error?.message ?? error) };
  return { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) };
}

export const missingCapability = (requiredCapabilities) =>
  new RpcError(MISSING_CAPABILITY, `needs a client with ${Object.keys(requiredCapabilities).join(', ')}`, { requiredCapabilities });
