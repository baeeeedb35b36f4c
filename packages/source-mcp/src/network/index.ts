export { addressKind, type AddressKind } from './address-kind.js';
export { blockedAddress, BlockedAddressError } from './address-guard.js';
export { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './guarded-fetch.js';
export { type Lookup } from './guarded-connector.js';
