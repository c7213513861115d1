//! What lives as long as the server.

use std::sync::Arc;

use crate::Config;
use crate::http::observe::figures;
use crate::http::rates::Rates;
use crate::knowledge::Knowledge;
use crate::pool::Pool;
use crate::server::StartError;

/// Everything that handlers ask.
pub struct App {
    pub(crate) config: Config,
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) pool: Pool,
    pub(crate) rates: Rates,
}

impl App {
    /// The state of a server: its threads start, its database is opened.
    ///
    /// # Errors
    ///
    /// If threads cannot be started.
    pub fn new(config: Config) -> Result<Arc<Self>, StartError> {
        figures();
        let knowledge = Arc::new(Knowledge::new());
        let pool = Pool::new(config.n_threads, config.limits.queue, &knowledge);
        let pool = pool.map_err(StartError::Threads)?;
        let rates = Rates::new(config.limits.requests_per_second);
        Ok(Arc::new(Self { config, knowledge, pool, rates }))
    }
}

impl App {
    /// Throws away what is not needed any more.
    pub(crate) async fn sweep(&self) {
        self.rates.forget_idle();
        figures().run_upkeep();
    }
}
