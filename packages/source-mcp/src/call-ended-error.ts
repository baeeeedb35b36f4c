/** A call ended without a result although the connection works. The message is for people and models. */
export class CallEndedError extends Error {}
