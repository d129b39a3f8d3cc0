import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../scripts/messages-plugin.ts';
import { messengersPlugin } from '../scripts/messengers-plugin.ts';

const inPortal = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What many pages share, but not a customer’s first one: forms, dialogs and tables. */
const later =
  /portal\/src\/ui\/(badge|code-block|confirm-dialog|copy-button|dialog|field|field-problem|form-dialog|table)\./;

export default defineConfig({
  root: inPortal('.'),
  plugins: [messagesPlugin(), messengersPlugin(), react(), tailwindcss()],
  // Written for React, and for its types; what browsers get is Preact, at less than half the size (decision 41).
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Tells the service which files a page is made of.
    manifest: true,
    target: 'es2023',
    // The policy of the pages allows no data: in scripts and styles, and small files travel together over HTTP/2 anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: inPortal('index.html'), 'service-worker': inPortal('service-worker/service-worker.ts') },
      output: {
        // A service worker has one address for good.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // What every page of a side needs comes in few files: small ones compress badly, and each is a request.
        codeSplitting: {
          groups: [
            { name: 'later', test: later, minShareCount: 10, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'portal',
              test: (id: string) => /portal\/src\/(ui|api)\/|node_modules/.test(id) && !later.test(id),
              minShareCount: 10,
              priority: 2,
            },
          ],
        },
      },
    },
  },
});
