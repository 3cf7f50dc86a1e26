/** The server's log: one line of JSON per event, warnings and faults by default; never a token, password or body. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { remembering } from './recent-lines.ts';

/** Creates the log at a level ('warn', 'info', …); its lines go to the standard output unless another place is given. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = {
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
  };
  return pino(options, remembering(to ?? pino.destination({ dest: 1, sync: true })));
}
