/**
 * Takes out of package-lock.json which Node.js each package wants. npm compares that with the Node.js that runs npm, and warns of twenty
 * packages under Node.js 20; what runs them is the Node.js 24 that `npm ci` brings.
 *
 *   npm run lock:engines      after every `npm install`
 */
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock: { packages: Record<string, { engines?: object }> } = JSON.parse(readFileSync(path, 'utf8'));
for (const [place, entry] of Object.entries(lock.packages)) if (place !== '') delete entry.engines;
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
