/** Version of this package, equal to package.json. */
export const gatewayVersion = '0.1.0';
