/** The product's version, from the root package. */
import manifest from '../../../package.json' with { type: 'json' };

export const version: string = manifest.version;
