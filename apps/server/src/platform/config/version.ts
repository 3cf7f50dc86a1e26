/** The product's version, as the root package says it. */
import manifest from '../../../package.json' with { type: 'json' };

export const version: string = manifest.version;
