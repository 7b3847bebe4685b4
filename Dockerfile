# The server with the web console. node:24-slim builds; the final image has Node without npm, on Debian.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/bench/package.json packages/bench/
COPY packages/console/package.json packages/console/
COPY packages/contract/package.json packages/contract/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/site/package.json packages/site/
COPY packages/site/without-sharp packages/site/without-sharp/
COPY packages/testing/package.json packages/testing/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY packages packages
COPY tsconfig.json ./
COPY scripts/build-console.ts scripts/
RUN node scripts/build-console.ts --quiet
# What the server needs at run time, without what only editors and debuggers read.
RUN npm ci --ignore-scripts --omit=dev --workspace=orgdex --no-audit --no-fund \
  && find node_modules packages/server/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM debian:bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 ORGDEX_HOME=/data
RUN groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --no-create-home --shell /usr/sbin/nologin node \
  && install --directory --owner=node --group=node /data
COPY --from=build /usr/local/bin/node /usr/local/bin/
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY LICENSE package.json ./
COPY packages/contract packages/contract
COPY packages/sdk packages/sdk
COPY packages/server packages/server
COPY --from=build /app/packages/server/node_modules packages/server/node_modules
COPY --from=build /app/packages/console/dist packages/console/dist
USER node
# The installation's secret and its opt-outs: keep this volume with your backups.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/server/src/main.ts"]
CMD ["serve"]
