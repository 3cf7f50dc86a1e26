# The server of Atoll. Packages run no scripts when they are installed.
FROM node:26-bookworm-slim
WORKDIR /opt/atoll
COPY . .
RUN npm ci --ignore-scripts && npm run build && useradd --system atoll && install -d -o atoll -m 700 /var/lib/atoll
USER atoll
CMD ["node", "apps/server/src/main.ts"]
