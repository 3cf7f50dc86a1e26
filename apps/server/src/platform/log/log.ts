/** The server's log: one line of JSON per event, warnings and faults by default; never a token, password or body. */
import { type Logger, pino } from 'pino';

/** Creates the log at a level ('warn', 'info', …). */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'headers.authorization',
        '*.password',
        '*.refreshToken',
        '*.passcode',
        '*.token',
      ],
      censor: '***',
    },
  });
}
