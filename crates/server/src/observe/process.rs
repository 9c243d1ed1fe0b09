//! Figures of this process, under the names of Prometheus' own clients. Memory and open files are known only on Linux.

use std::fmt::Write as _;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage};

/// Returns the lines of the page that Prometheus reads. A figure that the system does not tell is left out.
pub(super) fn page(started: SystemTime) -> String {
    let started = started.duration_since(UNIX_EPOCH).ok().map(|time| time.as_secs_f64());
    let rows = [
        ("process_cpu_seconds_total", "counter", "Processor time that the process has used.", cpu_seconds()),
        ("process_resident_memory_bytes", "gauge", "Memory that the process has in use.", resident_bytes()),
        ("process_start_time_seconds", "gauge", "When the process started, in seconds since 1970.", started),
        ("process_open_fds", "gauge", "Files and connections that the process has open.", open_files()),
        ("process_max_fds", "gauge", "Files and connections that the process may have open.", files_max()),
    ];
    let mut page = String::new();
    for (name, sort, about, value) in rows {
        let Some(value) = value else { continue };
        writeln!(page, "# HELP {name} {about}\n# TYPE {name} {sort}\n{name} {value}\n").expect("a string takes all");
    }
    page
}

fn cpu_seconds() -> Option<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let (user, system) = (usage.user_time(), usage.system_time());
    Some((user.tv_sec() + system.tv_sec()) as f64 + (user.tv_usec() + system.tv_usec()) as f64 / 1e6)
}

fn resident_bytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"))?;
    Some(kilobytes.parse::<f64>().ok()? * 1024.0)
}

fn open_files() -> Option<f64> {
    // One of these files is the folder that is read here.
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64)
}

fn files_max() -> Option<f64> {
    getrlimit(Resource::RLIMIT_NOFILE).ok().map(|(now, _)| now as f64)
}
