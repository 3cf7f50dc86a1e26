/** The launch daemons of macOS, as property lists. Source: R31.22. */
import { xmlText } from './windows-task.ts';

export interface DaemonProgram {
  readonly label: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly user: string;
  readonly log: string;
}

/** Returns a daemon that starts with the machine and is started again whenever it ends. */
export const daemonPlist = ({
  label,
  args,
  folder,
  user,
  log,
}: DaemonProgram): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${xmlText(label)}</string>
  <key>ProgramArguments</key>
  <array>
${args.map((arg) => `    <string>${xmlText(arg)}</string>`).join('\n')}
  </array>
  <key>WorkingDirectory</key>
  <string>${xmlText(folder)}</string>
  <key>UserName</key>
  <string>${xmlText(user)}</string>
  <key>GroupName</key>
  <string>${xmlText(user)}</string>
  <key>Umask</key>
  <integer>63</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>ThrottleInterval</key>
  <integer>2</integer>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>ProcessType</key>
  <string>Interactive</string>
  <key>StandardOutPath</key>
  <string>${xmlText(log)}</string>
  <key>StandardErrorPath</key>
  <string>${xmlText(log)}</string>
</dict>
</plist>
`;
