// Part of the service worker: refuses the network while /check tests whether the app works offline (R31.16).
// Calls of the API never come through the worker, so that nobody's work waits meanwhile.
{
  const longestMs = 5000;
  const network = self.fetch.bind(self);
  let refusedUntil = 0;

  self.fetch = (...request) =>
    Date.now() < refusedUntil
      ? Promise.reject(new TypeError('The network is refused for a test'))
      : network(...request);

  self.addEventListener('message', ({ data, ports: [port] }) => {
    if (data?.type !== 'REFUSE_NETWORK') return;
    refusedUntil = data.isRefused ? Date.now() + longestMs : 0;
    port?.postMessage('done');
  });
}
