import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The build lands inside the Python package; `npm run dev` talks to a server started with `counteract serve`.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../counteract/server/page', emptyOutDir: true, target: 'es2022', rolldownOptions: { checks: { bundlerTimings: false } } },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: process.env.COUNTERACT ?? 'http://127.0.0.1:8300', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'] },
})
