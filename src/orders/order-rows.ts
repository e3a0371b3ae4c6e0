import type { Revisions } from '../database/revision/revisions.js';
import type { DeliveredCodes } from './delivered-codes.js';
import type { OrderToInsert } from './order.entity.js';

/** What a row of the composite type new_order, which a migration creates, has besides. */
export function seenOf({ seen }: { readonly seen: Pick<Revisions, 'catalog' | 'access'> }) {
  return { seen_catalog: seen.catalog, seen_access: seen.access };
}

/** The columns of an order that `new_order` has, by its names. */
export function rowOf(order: OrderToInsert) {
  return {
    payer: order.accountId,
    key: order.orderUuid,
    id: order.orderId,
    product: order.productId,
    label: order.productName,
    price: order.unitPrice,
    units: order.quantity,
    amount: order.total,
    asked_fields: order.fieldSchema,
    fields_as_sent: order.sentFields,
    fields_compared: order.fields,
    extras: order.extraParameters,
    via: order.via,
    caller: order.callerAddress,
    request: order.requestId,
  };
}

/** The other columns of an order; bytes as hexadecimal text. */
export function columnsOf(
  order: OrderToInsert,
  codes: ReturnType<DeliveredCodes['columnsForNew']>,
) {
  return {
    status: order.status,
    rehearsal: order.rehearsal,
    decision_note: order.decisionNote,
    decided_by: order.decidedBy,
    capped_family: order.cappedFamily,
    sealed_codes: byteaText(codes.encryptedCodes),
    code_commitments: byteaText(codes.codeCommitments),
    sealed_code_salts: byteaText(codes.encryptedCodeSalts),
  };
}

function byteaText(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`;
}

/** An order that has a decision is closed at the same time. */
export const INSERT = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                      field_schema, sent_fields, fields, extra_parameters, via, caller_address, request_id,
                      status, rehearsal, decision_note, decided_by, decided_at, capped_family,
                      sealed_codes, code_commitments, sealed_code_salts)
  SELECT payer, id, key, product, label, price, units, amount,
         asked_fields, fields_as_sent, fields_compared, extras, new.via, caller, request,
         status, rehearsal, decision_note, decided_by, CASE WHEN decided_by IS NOT NULL THEN now() END, capped_family,
         sealed_codes, code_commitments, sealed_code_salts
  FROM json_to_recordset($1) AS new (
    payer integer, key text, id text, product integer, label text, price numeric, units numeric, amount numeric,
    asked_fields json, fields_as_sent json, fields_compared json, extras json, via text[], caller inet, request text,
    status text, rehearsal boolean, decision_note text, decided_by text, capped_family integer,
    sealed_codes bytea, code_commitments bytea, sealed_code_salts bytea)`;
