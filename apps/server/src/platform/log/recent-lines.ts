/** The last lines of the log of this process, for a support bundle. */
import type { DestinationStream } from 'pino';

const maxLines = 500;
const lines: string[] = [];

/** Returns a place for lines of the log that also remembers them. */
export const remembering = (to: DestinationStream): DestinationStream => ({
  write(line) {
    lines.push(line);
    if (lines.length > 2 * maxLines) lines.splice(0, lines.length - maxLines);
    to.write(line);
  },
});

/** Returns the last lines, the oldest first. They are as they were logged. */
export const recentLines = (): readonly string[] => lines.slice(-maxLines);
