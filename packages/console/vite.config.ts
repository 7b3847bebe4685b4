import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/** For development: an orgdex server, and a key that stands in for a session. Neither reaches the built files. */
const { ORGDEX_DEV_URL: server = 'http://127.0.0.1:8080', ORGDEX_DEV_KEY: key } = process.env;

const toServer: ProxyOptions = {
  target: server,
  ...(key ? { headers: { authorization: `Bearer ${key}` } } : {}),
};

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    // A data URL would need a wider content security policy for fonts and scripts; files cost one request.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '^/(company|companies|people|usage|admin)(/|\\?|$)': toServer,
      '^/console/session$': toServer,
    },
  },
});
