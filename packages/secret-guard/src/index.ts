export { secretGuard, type SecretGuardOptions, secretGuard as default } from './secret-guard.js';
