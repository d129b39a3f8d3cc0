import { parentPort, workerData } from 'node:worker_threads';
import { RunBuilder } from './build-run.ts';
import { createCredentialFields } from './credential-fields.ts';
import { createLineParser } from './line-parsers.ts';
import { parseBatch } from './parse-batch.ts';
import { runCapacity, type ThreadRequest, type ThreadResponse, type ThreadSettings } from './parse-threads.ts';
import { RecordTable } from './record-table.ts';

// One of the threads of an import: it collects records of the batches that it is given until it is told to make a run of them.

const { format, keys, runRecords } = workerData as ThreadSettings;
const capacity = runCapacity(runRecords);
const parse = createLineParser(format);
const blocksBeginWith = format.name === 'ulp' ? format.blocksBeginWith : null;
const fields = createCredentialFields();
const table = new RecordTable(capacity, keys);
const builder = new RunBuilder(capacity);

parentPort!.on('message', (request: ThreadRequest) => {
  if (request.type === 'parse') {
    const { bytes, length, batch } = request;
    const tally = parseBatch(bytes, length, parse, blocksBeginWith, fields, table);
    bytes.fill(0, 0, length);
    respond({ type: 'parsed', batch, tally, bytes }, [bytes.buffer]);
    return;
  }
  const run = builder.build(table, request.watched);
  table.clear();
  respond(
    { type: 'sealed', run },
    run.blocks.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  );
});

function respond(response: ThreadResponse, transfer: readonly ArrayBuffer[]): void {
  parentPort!.postMessage(response, transfer);
}
