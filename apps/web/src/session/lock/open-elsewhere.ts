/** Asks the other tabs of this device who works in them: a new tab is locked, and must not lock the session of a tab that is in use. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.open');
const answerWithinMs = 400;

type Message = { readonly type: 'who' | 'here'; readonly email: string };

/** Tells other tabs who ask. `works`: whether a person works in this tab. */
export function tellWhoWorks(works: (email: string) => boolean): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'who' && works(data.email))
      channel.postMessage({ type: 'here', email: data.email } satisfies Message);
  });
}

/** Returns whether a person works in another tab of this device. */
export function worksElsewhere(email: string): Promise<boolean> {
  if (!channel) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(isOpen);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      if (data.type === 'here' && data.email === email) end(true);
    };
    const timer = setTimeout(() => end(false), answerWithinMs);
    channel.addEventListener('message', listen);
    channel.postMessage({ type: 'who', email } satisfies Message);
  });
}
