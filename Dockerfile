FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/bench/package.json packages/bench/
COPY packages/server/package.json packages/server/
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 ORGDEX_HOME=/data
WORKDIR /app
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /app ./
COPY LICENSE ./
COPY packages packages
USER node
# The installation's secret and its opt-outs: keep this volume with your backups.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/server/src/main.ts"]
CMD ["serve"]
