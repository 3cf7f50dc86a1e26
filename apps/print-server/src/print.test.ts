import { createCanvas } from '@napi-rs/canvas';
import { afterEach, describe, expect, it } from 'vitest';
import { billBody, item, kotBody, paidBody } from './testing/body.ts';
import { decode, decodedText } from './testing/decode.ts';
import { type PrinterSetup, startTestServer, type TestServer } from './testing/server.ts';
import { type Sink, startSink } from './testing/sink.ts';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Returns a print server with one network printer 'Kitchen'. */
async function kitchen(
  printer: Partial<PrinterSetup> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<{ sink: Sink; server: TestServer }> {
  const sink = await startSink();
  const server = await startTestServer(
    [
      {
        name: 'Kitchen',
        kind: 'tcp',
        host: '127.0.0.1',
        port: sink.port,
        columns: 42,
        statusMode: 'dle+confirm',
        ...printer,
      },
      { name: 'Front', kind: 'text' },
      { name: 'PDF', kind: 'pdf' },
    ],
    options,
  );
  open.push(server.close, sink.close);
  return { sink, server };
}

const times = (text: string[], what: string) => text.filter((line) => line.includes(what)).length;

describe('printing', () => {
  it('[R18.23] prints a kitchen ticket on a network printer that confirms it', async () => {
    const { sink, server } = await kitchen();
    const { status, body } = await server.print(kotBody({ jobKey: 'k1' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'printed', printer: 'Kitchen', duplicate: false, confirmed: true });
    const [bytes = Buffer.alloc(0)] = sink.jobs();
    const decoded = decode(bytes);
    expect(decoded.confirmations).toBe(1);
    expect(decodedText(bytes)).toEqual(expect.arrayContaining(['VOID 1 x Tuna Pizza', '3 x Mas Huni']));
    expect(await server.job(body.jobId)).toMatchObject({ state: 'printed', attempts: 1, mayBeDuplicate: false });
  });

  it.each(['none', 'dle'] as const)(
    '[R18.23] reports sent, not printed, for a printer with status mode %s',
    async (statusMode) => {
      const { sink, server } = await kitchen({ statusMode });
      sink.confirms = false;
      expect((await server.print(kotBody())).body).toMatchObject({ state: 'sent', confirmed: false });
      expect(decode((await sink.whenJobs(1))[0] ?? Buffer.alloc(0)).cuts).toHaveLength(1);
    },
  );

  it('[R1.6] prints bills and tickets on printers that write text and PDF', async () => {
    const { server } = await kitchen();
    expect((await server.print(billBody())).body).toMatchObject({ state: 'printed', printer: 'Front' });
    expect((await server.print(paidBody({}, { type: 'Image', printerName: 'PDF' }))).status).toBe(200);
    expect((await server.printouts('Front'))[0]).toContain('NOT A TAX INVOICE');
    expect((await server.printouts('PDF'))[0]).toMatch(/^%PDF-/);
  });

  it('[R35.44] [R18.23] sends type Image to a PDF printer, whichever printer it names, and refuses it without one', async () => {
    const { server } = await kitchen();
    const bill = paidBody({}, { type: 'Image', printerName: 'Front', jobKey: 'image 1' });
    expect((await server.print(bill)).body).toMatchObject({ state: 'printed', printer: 'PDF' });
    const image = `data:image/png;base64,${createCanvas(40, 80).toBuffer('image/png').toString('base64')}`;
    const picture = {
      ...kotBody({ type: 'Image', printerName: 'Front', jobKey: 'image 2' }, { items: [] }),
      picture: { image, width: 40, height: 80 },
      slip: { title: 'Sales by day' },
    };
    expect((await server.print(picture)).body).toMatchObject({ state: 'printed', printer: 'PDF' });
    const [bare = '', drawn = ''] = await server.printouts('PDF');
    for (const paper of [bare, drawn]) expect(paper).toMatch(/^%PDF-/);
    expect(drawn).toContain('/Subtype /Image');
    expect(await server.printouts('Front')).toEqual([]);
    await server.call('DELETE', '/printers/PDF');
    expect(await server.print({ ...picture, jobKey: 'image 3' })).toMatchObject({
      status: 404,
      body: { reason: 'printer_unknown', message: 'Set up a PDF printer to save pictures' },
    });
  });

  it('[R1.6] starts with printers that write files which can be looked at', async () => {
    const server = await startTestServer();
    open.push(server.close);
    const { body } = await server.call<{ items: { name: string; kind: string }[] }>('GET', '/printers');
    expect(body.items.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'Kitchen text',
      'Bar text',
      'Front text',
      'PDF pdf',
    ]);
    expect((await server.print(kotBody())).status).toBe(200);
    expect((await server.printouts('Kitchen'))[0]).toContain('KITCHEN KOT 0137');
  });

  it('prints slips with the words of the till, and opens the drawer when a slip asks for it', async () => {
    const { server } = await kitchen();
    const slip = {
      title: 'Drop',
      large: 'MVR 200.00',
      rows: [{ label: 'Reason', value: 'To the safe' }],
      note: 'Signed',
    };
    const body = { ...billBody({ type: 'Table', slot: '', items: [] }), type: 'Slip', slip };
    expect((await server.print({ ...body, jobKey: 's1' })).status).toBe(200);
    expect((await server.print({ ...body, jobKey: 's2', openDrawer: true })).status).toBe(200);
    const [dropped, opened] = await server.printouts('Front');
    for (const words of ['DROP', 'MVR 200.00', 'Reason', 'To the safe', 'Signed', 'By: Aishath'])
      expect(dropped).toContain(words);
    expect([dropped?.includes('cash drawer opens'), opened?.includes('cash drawer opens')]).toEqual([false, true]);
    expect((await server.print({ ...body, slip: null })).body).toMatchObject({ reason: 'bad_request', code: 400 });
  });

  it('[R16.1] refuses a bill without items and a ticket without lines', async () => {
    const { server } = await kitchen();
    const voided = billBody({ items: [item('Tea', 1, 100, { isVoid: true })] });
    for (const body of [billBody({ items: [] }), voided, kotBody({}, { items: [] })]) {
      expect((await server.print(body)).body).toEqual({
        message: 'No items to print',
        details: '',
        code: 422,
        reason: 'no_items',
      });
    }
  });

  it('[R18.23] refuses a request with a wrong field, names the field, and prints nothing', async () => {
    const { server } = await kitchen();
    const cases: [unknown, number, string][] = [
      [{ ...kotBody(), printerName: 'Roof' }, 404, 'printer_unknown'],
      [{ ...kotBody(), printerName: '../x' }, 404, 'printer_unknown'],
      [{ ...kotBody(), printerName: '-o' }, 404, 'printer_unknown'],
      [{ ...kotBody(), type: 'Letter' }, 400, 'unsupported_type'],
      [{ ...kotBody(), copies: 21 }, 400, 'bad_request'],
      [{ ...billBody(), bill: { ...billBody().bill, total: undefined } }, 400, 'bad_request'],
      [{ ...billBody(), bill: { ...billBody().bill, total: '100' } }, 400, 'bad_request'],
      [
        { ...kotBody(), bill: { ...kotBody().bill, items: Array.from({ length: 501 }, () => item('x', 1, 1)) } },
        400,
        'bad_request',
      ],
      [{ ...kotBody(), bill: { ...kotBody().bill, items: [item('x'.repeat(201), 1, 1)] } }, 400, 'bad_request'],
      ['text', 400, 'bad_request'],
      [null, 400, 'bad_request'],
      [undefined, 400, 'bad_request'],
    ];
    for (const [body, code, reason] of cases) expect((await server.print(body)).body).toMatchObject({ code, reason });
    expect(
      (await server.print({ ...billBody(), bill: { ...billBody().bill, total: '100' } })).body.errors,
    ).toHaveProperty('bill.total');
    expect((await server.call<{ count: number }>('GET', '/jobs')).body.count).toBe(0);
  });

  it('[R18.23] refuses a printer that is switched off', async () => {
    const { server } = await kitchen({ enabled: false });
    expect((await server.print(kotBody())).body).toMatchObject({ code: 409, reason: 'printer_disabled' });
  });

  it('[R31.48] prints a practice job only on a printer that is marked for practice, and never opens the drawer', async () => {
    const { sink, server } = await kitchen();
    const { outlet } = kotBody();
    const practised = <T extends object>(body: T) => ({ ...body, outlet: { ...outlet, practice: true } });
    const refusal = { status: 409, body: { reason: 'not_for_practice', message: 'This printer is not for practice' } };
    expect(await server.print(practised(kotBody({ jobKey: 'p1' })))).toMatchObject(refusal);
    expect(await server.print(practised(paidBody({}, { jobKey: 'p2', openDrawer: true })))).toMatchObject(refusal);
    const image = paidBody({}, { type: 'Image', printerName: 'Front', jobKey: 'p3' });
    expect(await server.print(practised(image))).toMatchObject(refusal);
    expect([sink.jobs().length, await server.printouts('Front'), await server.printouts('PDF')]).toEqual([0, [], []]);

    await server.call('PUT', '/printers/Front', { kind: 'text', practice: true });
    const paid = practised(paidBody({}, { jobKey: 'p4', openDrawer: true }));
    const { body } = await server.print(paid);
    expect(body).toMatchObject({ state: 'printed', printer: 'Front' });
    const [paper = ''] = await server.printouts('Front');
    expect(paper).toContain('PRACTICE - NOT A RECEIPT');
    expect(paper).not.toContain('cash drawer opens');
    // Marked no longer, it prints no copy either.
    await server.call('PUT', '/printers/Front', { kind: 'text' });
    expect(await server.call('POST', `/jobs/${body.jobId}/reprint`, {})).toMatchObject(refusal);
  });

  it('[R1.6] opens the drawer only when asked, for a paid cash bill, and never for a copy', async () => {
    const { sink, server } = await kitchen();
    const pulses = async (body: unknown) => {
      await server.print(body);
      return decode(sink.jobs().at(-1) ?? Buffer.alloc(0)).pulses;
    };
    const here = { printerName: 'Kitchen', openDrawer: true };
    expect(await pulses(paidBody({}, here))).toBe(1);
    expect(await pulses(paidBody({ key: 'b2' }, { ...here, openDrawer: false }))).toBe(0);
    expect(await pulses(paidBody({ key: 'b3', payments: [{ method: 'Card', amount: 60381 }] }, here))).toBe(0);
    expect(await pulses(billBody({ key: 'b4' }, here))).toBe(0);
    expect(await pulses(paidBody({ key: 'b5' }, { ...here, copyNo: 1 }))).toBe(0);
    expect(await pulses(kotBody({ openDrawer: true }))).toBe(0);
  });

  it('[R1.6] prints copies within one connection', async () => {
    const { sink, server } = await kitchen();
    await server.print(kotBody({ copies: 3 }));
    expect(sink.jobs()).toHaveLength(1);
    expect(decode(sink.jobs()[0] ?? Buffer.alloc(0)).cuts).toHaveLength(3);
  });
});

describe('a repeated job', () => {
  it('[R16.6] prints a job once when ten requests with its key arrive at the same time', async () => {
    const { sink, server } = await kitchen();
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.print(kotBody({ jobKey: 'once' }))));
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(9);
    expect(answers.every(({ status, body }) => status === 200 && body.state === 'printed')).toBe(true);
    await server.print(kotBody({ jobKey: 'another' }));
    expect(sink.jobs()).toHaveLength(2);
  });

  it('[R16.6] prints a job once when its key is sent again after a restart', async () => {
    const { sink, server } = await kitchen();
    const first = await server.print(kotBody({ jobKey: 'once' }));
    await server.restart();
    const second = await server.print(kotBody({ jobKey: 'once' }));
    expect(second.body).toMatchObject({ jobId: first.body.jobId, duplicate: true, state: 'printed' });
    expect(sink.jobs()).toHaveLength(1);
  });

  it('[R18.23] prints a double press without a key once, and a later press again', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { sink, server } = await kitchen({}, { clock: () => now });
    await Promise.all([server.print(kotBody()), server.print(kotBody())]);
    expect(sink.jobs()).toHaveLength(1);
    now += 3001;
    await server.print(kotBody());
    expect(sink.jobs()).toHaveLength(2);
    await server.print(kotBody({ kotNo: 138 }));
    expect(sink.jobs()).toHaveLength(3);
  });

  it('[R35.83] prints again without a key after a clock that was three days ahead is corrected', async () => {
    const right = Date.parse('2026-11-20T12:00:00Z');
    let now = right + 3 * 24 * 60 * 60 * 1000;
    const { sink, server } = await kitchen({}, { clock: () => now });
    await server.print(kotBody());
    now = right;
    await server.print(kotBody());
    expect(sink.jobs()).toHaveLength(2);
  });

  it('[R16.6] prints a cancelled job when its key is sent again', async () => {
    const { sink, server } = await kitchen();
    sink.condition = 'paper_out';
    const { body } = await server.print(kotBody({ jobKey: 'once' }));
    expect((await server.call('DELETE', `/jobs/${body.jobId}`)).body).toMatchObject({ state: 'cancelled' });
    sink.condition = 'ready';
    expect((await server.print(kotBody({ jobKey: 'once' }))).body).toMatchObject({
      jobId: body.jobId,
      state: 'printed',
    });
    expect(sink.jobs()).toHaveLength(1);
  });
});

describe('a printer with a fault', () => {
  it.each(['paper_out', 'cover_open', 'cutter'] as const)(
    '[R16.6] keeps a ticket for a printer with %s, reports why to the till, and prints the ticket once',
    async (condition) => {
      const { sink, server } = await kitchen();
      sink.condition = condition;
      const { status, body } = await server.print(kotBody());
      expect(status).toBe(202);
      expect(body).toMatchObject({ state: 'waiting', reason: condition, printer: 'Kitchen' });
      expect(body.message).toMatch(/^Kitchen: /);
      expect((await server.call<{ items: unknown[] }>('GET', '/printers')).body.items[0]).toMatchObject({
        state: 'waiting',
        waiting: 1,
      });
      expect(sink.jobs()).toHaveLength(0);
      sink.condition = 'ready';
      await server.whenJob(body.jobId, 'printed');
      const [bytes = Buffer.alloc(0)] = await sink.whenJobs(1);
      expect(times(decodedText(bytes), 'DUPLICATE')).toBe(0);
      expect(sink.jobs()).toHaveLength(1);
    },
  );

  it('[R16.6] keeps tickets for a printer that is off and prints them in order when it is on again', async () => {
    const { sink, server } = await kitchen();
    await sink.off();
    const first = await server.print(kotBody({ kotNo: 1 }));
    const second = await server.print(kotBody({ kotNo: 2 }));
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toMatchObject({ reason: 'refused_busy' });
    await sink.on();
    await server.whenJob(second.body.jobId, 'printed');
    const heads = sink.jobs().map((bytes) =>
      decodedText(bytes)
        .find((line) => line.includes('KOT'))
        ?.trim(),
    );
    expect(heads).toEqual(['KITCHEN KOT 0001', 'KITCHEN KOT 0002']);
  });

  it('[R16.6] marks the second print as a possible duplicate when a connection broke in the middle of a job', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    sink.dropAfter = 1;
    const { status, body } = await server.print(kotBody());
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: 'waiting', reason: 'closed_unconfirmed' });
    sink.dropAfter = null;
    await server.whenJob(body.jobId, 'sent');
    const last = sink.jobs().at(-1) ?? Buffer.alloc(0);
    expect(decodedText(last)[0]).toContain('** MAY BE A DUPLICATE - CHECK KOT 0137 **');
    expect(decode(last).pulses).toBe(0);
  });

  it('[R16.6] answers the till within 2.7 s when the printer never responds', { retry: 2 }, async () => {
    const { sink, server } = await kitchen();
    sink.condition = 'silent';
    const { status, body, ms } = await server.print(kotBody());
    expect(status).toBe(202);
    expect(body.reason).toBe('no_answer');
    expect(ms).toBeLessThan(2700);
  });

  it('[R16.6] answers the till within 2.7 s when the printer does not confirm, and ends the job as sent', {
    retry: 2,
  }, async () => {
    const { sink, server } = await kitchen({}, { times: { confirmMs: 2600 } });
    sink.confirms = false;
    const { status, body, ms } = await server.print(kotBody());
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: 'queued', reason: 'busy' });
    expect(ms).toBeLessThan(2700);
    expect(await server.whenJob(body.jobId, 'sent')).toMatchObject({ attempts: 1 });
    expect(sink.jobs()).toHaveLength(1);
  });

  it('[R16.6] marks the next attempt when paper runs out during a print', async () => {
    const { sink, server } = await kitchen({}, { times: { confirmMs: 300 } });
    sink.confirms = false;
    sink.onFirstByte = () => {
      sink.condition = 'paper_out';
    };
    const { body } = await server.print(kotBody());
    expect(body).toMatchObject({ state: 'waiting', reason: 'paper_out' });
    sink.onFirstByte = null;
    sink.condition = 'ready';
    sink.confirms = true;
    await server.whenJob(body.jobId, 'printed');
    expect(decodedText(sink.jobs().at(-1) ?? Buffer.alloc(0))[0]).toContain('MAY BE A DUPLICATE');
  });

  it('[R16.6] delays no other printer when one does not respond', async () => {
    const { sink, server } = await kitchen();
    sink.condition = 'silent';
    const dead = server.print(kotBody());
    const first = await Promise.race([dead, server.print(billBody())]);
    expect(first.body).toMatchObject({ printer: 'Front', state: 'printed' });
    await dead;
  });

  it('[R16.6] holds tickets that waited too long until somebody releases them', async () => {
    let now = Date.parse('2026-11-20T14:42:00Z');
    const { sink, server } = await kitchen({}, { clock: () => now });
    sink.condition = 'paper_out';
    const { body } = await server.print(kotBody());
    now += 10 * 60_000 + 1;
    await server.call('POST', `/jobs/${body.jobId}/retry`);
    expect(await server.whenJob(body.jobId, 'held')).toMatchObject({ reason: 'held_stale' });
    sink.condition = 'ready';
    const other = await server.print(kotBody({ kotNo: 138 }));
    expect(other.body.state).toBe('printed');
    expect(sink.jobs()).toHaveLength(1);
    expect((await server.call('POST', `/jobs/${body.jobId}/retry`)).body).toMatchObject({ state: 'printed' });
    expect(times(decodedText(sink.jobs()[1] ?? Buffer.alloc(0)), 'LATE: ordered 19:42')).toBe(1);
  });
});

describe('stored jobs', () => {
  it('[R1.6] prints on a reprint its copy number and time, and never opens the drawer', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { sink, server } = await kitchen({}, { clock: () => now });
    const { body } = await server.print(paidBody({}, { printerName: 'Kitchen', openDrawer: true }));
    await server.call('POST', `/jobs/${body.jobId}/reprint`, { printedBy: 'Moosa' });
    await server.call('POST', `/jobs/${body.jobId}/reprint`, { printedBy: 'Moosa' }); // A double press.
    now += 3001;
    await server.call('POST', `/jobs/${body.jobId}/reprint`);
    const printouts = sink.jobs().map(decodedText);
    expect(printouts.map((text) => text.find((line) => line.includes('COPY'))?.match(/COPY \d/)?.[0])).toEqual([
      undefined,
      'COPY 1',
      'COPY 2',
    ]);
    expect(printouts[1]?.some((line) => line.includes('Printed by Moosa'))).toBe(true);
    expect(sink.jobs().map((bytes) => decode(bytes).pulses)).toEqual([1, 0, 0]);
  });

  it('[R1.6] marks a ticket that is printed again as REPRINT', async () => {
    const { sink, server } = await kitchen();
    const { body } = await server.print(kotBody());
    const again = await server.call<{ jobId: string }>('POST', `/jobs/${body.jobId}/reprint`);
    expect(times(decodedText(sink.jobs()[1] ?? Buffer.alloc(0)), 'REPRINT Bill 10482')).toBe(1);
    expect(await server.job(again.body.jobId)).toMatchObject({ copyNo: 1, title: 'Kot 137, Table 12' });
  });

  it('[R1.6] continues the copy numbers of the till', async () => {
    const { sink, server } = await kitchen();
    const copy = async (copyNo: number) => {
      await server.print(paidBody({}, { printerName: 'Kitchen', copyNo, jobKey: `c${copyNo}${sink.jobs().length}` }));
      return decodedText(sink.jobs().at(-1) ?? Buffer.alloc(0))
        .find((line) => line.includes('COPY'))
        ?.match(/COPY \d+/)?.[0];
    };
    expect(await copy(3)).toBe('COPY 3');
    expect(await copy(1)).toBe('COPY 4');
  });

  it('[R1.6] lists jobs without their contents', async () => {
    const { server } = await kitchen();
    const { body } = await server.print(
      paidBody({ customer: { id: 1, key: 'c', name: 'Secret Guest', phone: '', tin: '' } }),
    );
    await server.print(kotBody());
    const list = await server.call<{ items: { type: string }[]; count: number }>('GET', '/jobs');
    expect(list.body.items.map(({ type }) => type)).toEqual(['Kot', 'Bill']);
    expect(JSON.stringify(list.body) + JSON.stringify(await server.job(body.jobId))).not.toContain('Secret Guest');
    expect(
      (await server.call<{ count: number }>('GET', '/jobs?printer=Kitchen&state=printed&limit=1')).body.count,
    ).toBe(1);
    expect((await server.call('GET', '/jobs?limit=0')).status).toBe(400);
    expect((await server.call('GET', '/jobs/none')).body).toMatchObject({ code: 404, reason: 'job_unknown' });
  });

  it('[R1.6] refuses to cancel or retry a printed job', async () => {
    const { server } = await kitchen();
    const { body } = await server.print(kotBody());
    expect((await server.call('DELETE', `/jobs/${body.jobId}`)).body).toMatchObject({ code: 409, reason: 'job_state' });
    expect((await server.call('POST', `/jobs/${body.jobId}/retry`)).body).toMatchObject({
      code: 409,
      reason: 'job_state',
    });
  });
});

describe('printers', () => {
  it('[R1.6] sets up, changes and removes printers, and keeps them over a restart', async () => {
    const { sink, server } = await kitchen();
    const setup = { kind: 'tcp', host: '127.0.0.1', port: sink.port, columns: 32 };
    expect((await server.call('PUT', '/printers/Bar%201', setup)).body).toMatchObject({
      name: 'Bar 1',
      columns: 32,
      state: 'ready',
    });
    await server.restart();
    expect((await server.print(kotBody({ type: 'Bot', printerName: 'Bar 1' }))).status).toBe(200);
    expect((await server.call('DELETE', '/printers/Bar%201')).status).toBe(204);
    expect((await server.print(kotBody({ printerName: 'Bar 1' }))).status).toBe(404);
  });

  it('[R1.6] refuses to remove a printer while tickets wait for it', async () => {
    const { sink, server } = await kitchen();
    sink.condition = 'paper_out';
    await server.print(kotBody());
    expect((await server.call('DELETE', '/printers/Kitchen')).body).toMatchObject({
      code: 409,
      reason: 'printer_busy',
    });
  });

  it.each([
    ['..%2Fx', { kind: 'text' }],
    ['-o', { kind: 'text' }],
    ['x', { kind: 'tcp', host: 'a b' }],
    ['x', { kind: 'tcp' }],
    ['x', { kind: 'file', path: '/etc/passwd' }],
    ['x', { kind: 'file', path: '/dev/../etc/passwd' }],
    ['x', { kind: 'queue', queue: '-o raw' }],
    ['x', { kind: 'text', columns: 99 }],
  ])('[R18.23] refuses to set up a printer as %s %j', async (name, setup) => {
    const { server } = await kitchen();
    expect((await server.call('PUT', `/printers/${name}`, setup)).body).toMatchObject({
      code: 400,
      reason: 'bad_request',
    });
  });

  it('[R1.6] prints a test page and learns which status queries the printer answers', async () => {
    const { sink, server } = await kitchen({ statusMode: 'none' });
    expect((await server.call('POST', '/printers/Kitchen/test')).body).toMatchObject({
      state: 'printed',
      confirmed: true,
    });
    const page = decode(sink.jobs().at(-1) ?? Buffer.alloc(0));
    expect(page.lines.map((line) => line.text)).toEqual(
      expect.arrayContaining(['123456789012345678901234567890123456789012', 'Code page: é è ü ñ ç Ø £ € ½']),
    );
    expect(page.qr).toHaveLength(1);
    expect(page.pictures).toHaveLength(1);
    const mode = async () =>
      (await server.call<{ items: { statusMode: string }[] }>('GET', '/printers')).body.items[0]?.statusMode;
    expect(await mode()).toBe('dle+confirm');
    sink.confirms = false;
    await server.call('PUT', '/printers/Kitchen', { kind: 'tcp', host: '127.0.0.1', port: sink.port });
    await server.call('POST', '/printers/Kitchen/test');
    expect(await mode()).toBe('dle');
  });

  it('[R1.6] previews a document without printing it', async () => {
    const { sink, server } = await kitchen();
    const { body } = await server.call<{ text: string; png: string; columns: number }>('POST', '/preview', kotBody());
    expect(body.columns).toBe(42);
    expect(body.text).toContain('KITCHEN KOT 0137');
    expect(body.png).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(sink.connections()).toBe(0);
  });
});
