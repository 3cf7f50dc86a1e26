/** Shows the printers and tickets of the print server and refreshes them every two seconds. */
const byId = (id) => document.getElementById(id);

async function call(path, method = 'GET') {
  const headers = method === 'GET' ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, headers });
  const body = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error(body.details ? `${body.message} (${body.details})` : body.message);
  return body;
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function action(label, about, path, method = 'POST') {
  const button = element('button', label);
  button.setAttribute('aria-label', `${label} ${about}`);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await call(path, method);
      await refresh();
    } catch (cause) {
      say(cause.message);
      button.disabled = false;
    }
  });
  return button;
}

/** Words for states; a state without one is shown with a capital. */
const stateWords = { sending: 'Printing', held: 'On hold', disabled: 'Off' };
const stateWord = (state) => stateWords[state] ?? state[0].toUpperCase() + state.slice(1);

const say = (text) => {
  byId('state').textContent = text;
};

function printerRow(printer) {
  const test = action('Test', printer.name, `/printers/${encodeURIComponent(printer.name)}/test`);
  const state = element(
    'td',
    stateWord(printer.state),
    ...(printer.lastError ? [element('small', printer.lastError)] : []),
  );
  const cells = [printer.name, printer.kind, printer.columns].map((text) => element('td', String(text)));
  return element('tr', '', ...cells, state, element('td', String(printer.waiting)), element('td', '', test));
}

function jobRow(job) {
  const about = `${job.title} on ${job.printer}`;
  const path = `/jobs/${encodeURIComponent(job.jobId)}`;
  const acts = {
    waiting: [action('Print now', about, `${path}/retry`), action('Cancel', about, path, 'DELETE')],
    queued: [action('Cancel', about, path, 'DELETE')],
    held: [action('Print now', about, `${path}/retry`), action('Cancel', about, path, 'DELETE')],
    failed: [action('Print now', about, `${path}/retry`)],
    cancelled: [action('Print now', about, `${path}/retry`)],
    sent: job.type === 'Test' ? [] : [action('Reprint', about, `${path}/reprint`)],
    printed: job.type === 'Test' ? [] : [action('Reprint', about, `${path}/reprint`)],
  };
  const title = job.copyNo > 0 ? `${job.title} COPY ${job.copyNo}` : job.title;
  return element(
    'tr',
    '',
    element('td', new Date(job.acceptedAt).toLocaleTimeString()),
    element('td', title),
    element('td', job.printer),
    element('td', stateWord(job.state), ...(job.message ? [element('small', job.message)] : [])),
    element('td', '', ...(acts[job.state] ?? [])),
  );
}

let shown = '';

async function refresh() {
  const [printers, jobs, { pairing }] = await Promise.all([
    call('/printers'),
    call('/jobs?limit=50'),
    call('/pair/code'),
  ]);
  const now = JSON.stringify([printers, jobs, pairing]);
  say(`Ready. ${jobs.count} ${jobs.count === 1 ? 'job' : 'jobs'} in the list.`);
  if (now === shown) return; // Nothing changed: keep the page, so that no button moves while it is pressed.
  shown = now;
  byId('pairing').hidden = pairing === null;
  byId('pairing-origin').textContent = pairing?.origin ?? '';
  byId('pairing-code').textContent = pairing?.code ?? '';
  byId('printers').replaceChildren(...printers.items.map(printerRow));
  byId('jobs').replaceChildren(...jobs.items.map(jobRow));
  byId('empty').hidden = jobs.count > 0;
}

async function watch() {
  await refresh().catch(() => say('The print server does not answer. Restart it or this till.'));
  setTimeout(watch, 2000);
}

void watch();
