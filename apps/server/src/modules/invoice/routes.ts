/** Routes of purchase invoices. */
import * as contract from '@atoll/domain/contract/stock/purchase';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { takeMultipart } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import { invalid } from '../../resource/check.ts';
import { saveAttachment, sendAttachment } from './attachment.ts';
import { invoiceSorts, listInvoices } from './find.ts';
import { payInvoice } from './pay.ts';
import { receiveInvoice } from './receive.ts';
import { createInvoice, deleteInvoice, moveInvoice, readInvoice, updateInvoice } from './service.ts';

/** Registers the routes of purchase invoices. */
export function registerInvoice(app: FastifyInstance, { store }: Services): void {
  takeMultipart(
    app,
    (scope) =>
      route(scope, contract.saveAttachment, ({ actor, body }) => {
        if (!Buffer.isBuffer(body.file)) throw invalid({ file: 'File is required' });
        return saveAttachment(store, actor, body.file);
      }),
    contract.maxAttachmentBytes,
  );
  route(app, contract.findAttachment, ({ actor, params, reply }) =>
    sendAttachment(store, actor.outletId, params.key, reply),
  );
  route(app, contract.listInvoices, async ({ actor, query, now }) => {
    const today = await store.readOutlet(actor.outletId, (db) => todayOf(db, actor.outletId, now));
    return listInvoices(store, actor.outletId, readList(query, invoiceSorts), query, today);
  });
  route(app, contract.findInvoice, ({ actor, params, now }) => readInvoice(store, actor.outletId, params.id, now));
  route(app, contract.createInvoice, ({ actor, body }) => createInvoice(store, actor, body));
  route(app, contract.updateInvoice, ({ actor, body }) => updateInvoice(store, actor, body));
  route(app, contract.stepInvoice, ({ actor, body }) => moveInvoice(store, actor, body));
  route(app, contract.receiveInvoice, ({ actor, body }) => receiveInvoice(store, actor, body));
  route(app, contract.payInvoice, ({ actor, body }) => payInvoice(store, actor, body));
  route(app, contract.deleteInvoice, async ({ actor, params }) => {
    await deleteInvoice(store, actor, params.id);
    return undefined;
  });
}
