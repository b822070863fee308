# The images of the services and of the NIC: one target each, built by ./verbena images from jars that Maven made.
ARG BASE_IMAGE=eclipse-temurin:25-jre

FROM ${BASE_IMAGE} AS base
# For the user without a name, as which all of it runs; with a read-only root, /tmp must be a tmpfs.
ENV HOME=/tmp LANG=C.UTF-8
WORKDIR /app
COPY --chmod=0755 docker/healthcheck /usr/local/bin/
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 CMD ["healthcheck"]
EXPOSE 8080

# Jars in the order in which they change: libraries of all services, of one, then our own.
FROM ${BASE_IMAGE} AS sorted
WORKDIR /in
COPY tenant-service/target/dependency/ tenant-service/lib/
COPY tenant-service/target/tenant-service-*.jar tenant-service/target/bom.json tenant-service/
COPY sriov-manager/target/dependency/ sriov-manager/lib/
COPY sriov-manager/target/sriov-manager-*.jar sriov-manager/target/bom.json sriov-manager/
COPY telemetry-service/target/dependency/ telemetry-service/lib/
COPY telemetry-service/target/telemetry-service-*.jar telemetry-service/target/bom.json telemetry-service/
COPY nic-emulator/device/target/dependency/ nic/lib/
COPY nic-emulator/device/target/nic-device-*.jar nic-emulator/device/target/bom.json nic/
COPY docker/sort-jars /
RUN bash /sort-jars

FROM base AS services
ENV VERBENA_PORT=8080
COPY --from=sorted /out/shared/ ./

FROM services AS tenant-service-jars
COPY --from=sorted /out/tenant-service/libraries/ ./
COPY --from=sorted /out/tenant-service/own/ ./
FROM services AS sriov-manager-jars
COPY --from=sorted /out/sriov-manager/libraries/ ./
COPY --from=sorted /out/sriov-manager/own/ ./
FROM services AS telemetry-service-jars
COPY --from=sorted /out/telemetry-service/libraries/ ./
COPY --from=sorted /out/telemetry-service/own/ ./
FROM base AS nic-jars
ENV VERBENA_NIC_ADMIN_ADDRESS=0.0.0.0:8080
COPY --from=sorted /out/nic/libraries/ ./
COPY --from=sorted /out/nic/own/ ./

FROM scratch AS vnicctl
COPY --chmod=0755 docker/vnicctl /bin/
COPY vnicctl/target/vnicctl.jar /lib/

# A cache of loaded and linked classes, from a start without a database. It is valid for this JVM and these jars only.
FROM tenant-service-jars AS tenant-service-trained
RUN --mount=type=bind,source=docker/train,target=/train bash /train service
FROM sriov-manager-jars AS sriov-manager-trained
RUN --mount=type=bind,source=docker/train,target=/train bash /train service
FROM telemetry-service-jars AS telemetry-service-trained
RUN --mount=type=bind,source=docker/train,target=/train bash /train service
FROM nic-jars AS nic-trained
RUN --mount=type=bind,source=docker/train,target=/train bash /train nic

FROM tenant-service-jars AS tenant-service
COPY --from=tenant-service-trained /app/aot ./
COPY --from=vnicctl / /usr/local/
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/app/aot", "@/app/java.args"]
ARG BASE_IMAGE VERSION=0.1.0 REVISION=
LABEL org.opencontainers.image.title="Verbena tenant-service" org.opencontainers.image.description="Tenants, quotas and tokens" \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.base.name=$BASE_IMAGE org.opencontainers.image.licenses=Apache-2.0 io.verbena.sbom=/app/sbom.cdx.json

FROM sriov-manager-jars AS sriov-manager
COPY --from=sriov-manager-trained /app/aot ./
COPY --from=vnicctl / /usr/local/
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/app/aot", "@/app/java.args"]
ARG BASE_IMAGE VERSION=0.1.0 REVISION=
LABEL org.opencontainers.image.title="Verbena sriov-manager" org.opencontainers.image.description="NICs and virtual functions" \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.base.name=$BASE_IMAGE org.opencontainers.image.licenses=Apache-2.0 io.verbena.sbom=/app/sbom.cdx.json

FROM telemetry-service-jars AS telemetry-service
COPY --from=telemetry-service-trained /app/aot ./
COPY --from=vnicctl / /usr/local/
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/app/aot", "@/app/java.args"]
ARG BASE_IMAGE VERSION=0.1.0 REVISION=
LABEL org.opencontainers.image.title="Verbena telemetry-service" org.opencontainers.image.description="Counters of every verb" \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.base.name=$BASE_IMAGE org.opencontainers.image.licenses=Apache-2.0 io.verbena.sbom=/app/sbom.cdx.json

FROM nic-jars AS nic
COPY --from=nic-trained /app/aot ./
USER 10001:10001
ENTRYPOINT ["java", "-XX:AOTCache=/app/aot", "@/app/java.args"]
ARG BASE_IMAGE VERSION=0.1.0 REVISION=
LABEL org.opencontainers.image.title="Verbena NIC" org.opencontainers.image.description="A NIC emulator that speaks RoCEv2" \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.base.name=$BASE_IMAGE org.opencontainers.image.licenses=Apache-2.0 io.verbena.sbom=/app/sbom.cdx.json
