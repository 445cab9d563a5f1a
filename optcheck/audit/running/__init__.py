"""Running an audit: processes, clusters, kept verdicts."""
